import { expect, test } from 'vitest'
import { habitsIn, overLimits, saysNothing, type Habit } from './habits.ts'

const habitsOf = (text: string, file = 'server/probe.ts'): Habit[] =>
  habitsIn(file, text).places.map(({ habit }) => habit)

test.each(['of', 'Of', 'asked', 'told', 'Found', 'known', 'typed'])('the name “%s” is too vague', (name) => {
  expect(saysNothing(name)).toBe(true)
})

test.each(['feed', 'speed', 'vendor', 'row', 'sentProduct', 'isKnown', 'run', 'now'])(
  'the name “%s” is clear',
  (name) => {
    expect(saysNothing(name)).toBe(false)
  },
)

test.each<[string, string, Habit[]]>([
  ['a value', 'const told = 1', ['names']],
  ['a parameter', 'const price = (of: number) => of', ['names']],
  ['a destructured parameter', 'function read({ id: one }: { id: number }) {}', ['names']],
  ['a function', 'function asked() {}', ['names']],
  ['a type', 'type Of = number', ['names']],
  ['a ternary within a ternary', 'const price = a ? 1 : b ? 2 : 3', ['ternaries']],
  ['a ternary in a function within a ternary', 'const f = a ? () => (b ? 1 : 2) : c', []],
  ['a non-null assertion', 'const price = rows[0]!', ['nonNulls']],
  ['five parameters', 'const add = (a: 1, b: 2, c: 3, d: 4, e: 5) => a', ['longParameters']],
  ['four parameters', 'const add = (a: 1, b: 2, c: 3, d: 4) => a', []],
  ['a bare status in SQL', 'const query = sql`where v.vendor_status_id = 1`', ['bareStatuses']],
  ['a bare status in code', 'if (vendor.vendor_status_id === 4) stop()', ['bareStatuses']],
  ['the machine’s clock', 'const now = Date.now()', ['machineClock']],
  ['the machine’s date', 'const day = new Date()', ['machineClock']],
  ['the database’s time', 'const day = new Date(databaseNow())', []],
  ['a named status', 'if (vendor.vendor_status_id === vendorStatus.canceled) stop()', []],
])('%s', (_, text, expected) => {
  expect(habitsOf(text)).toEqual(expected)
})

test('a long function counts, an equally long component doesn’t', () => {
  const lines = '  work()\n'.repeat(90)
  expect(habitsOf(`function run() {\n${lines}}`)).toEqual(['longFunctions'])
  expect(habitsOf(`function Page() {\n${lines}  return <p />\n}`, 'web/Page.tsx')).toEqual([])
})

test('an inline style with fixed values counts, a computed one doesn’t', () => {
  expect(habitsOf('const Bar = () => <i style={{ width: `${share}%` }} />', 'web/Bar.tsx')).toEqual([])
  expect(habitsOf(`const Box = () => <div style={{ color: 'red' }} />`, 'web/Box.tsx')).toEqual([
    'inlineStyles',
  ])
})

test('a habit over its limit is reported with its places', () => {
  const probe = {
    file: 'server/probe.ts',
    ...habitsIn('server/probe.ts', 'const told = rows[0]!\nconst price = 2'),
  }
  expect(overLimits([probe])).toEqual([
    'names that are function words or bare participles: 50.00 % of all names, at most 0.02',
    '  server/probe.ts:1: told',
    'non-null assertions: 500.00 per thousand lines, at most 3',
    '  server/probe.ts:1: const told = rows[0]!',
  ])
})

test('a habit within its limit isn’t reported', () => {
  const probe = { file: 'server/probe.ts', ...habitsIn('server/probe.ts', 'const price = rows.length') }
  expect(overLimits([probe])).toEqual([])
})
