import { expect, test } from 'vitest'
import { checkDocument } from './doc-values.ts'

const modules: Record<string, Record<string, unknown>> = {
  'contract/a.ts': { gate: { minRows: 20 }, most: 10_000, isOn: true, tries: [1, 3, 5], word: 'usual' },
  'server/b.ts': { lastsMs: 5_400_000, kinds: {}, uploadLimitBytes: 256 * 1024 ** 2, feeCents: 950 },
}
const load = async (path: string) => modules[path] ?? {}
const block = (rows: string[], marker = '<!-- values: contract/a.ts -->') =>
  [marker, '| rule | constant | value | unit |', '| --- | --- | --- | --- |', ...rows, '<!-- end -->'].join(
    '\n',
  )
const check = (text: string) => checkDocument('docs/x.md', text, load)

test('a value is written as in the code: numbers with separators, lists with commas, yes or no', async () => {
  const cells = ['`gate.minRows`', '`most`', '`isOn`', '`tries`', '`word`']
  const written = ['20', '10,000', 'yes', '1, 3, 5', 'usual']
  const { text } = await check(block(cells.map((cell) => `| a rule | ${cell} | | |`)))
  expect(text).toBe(block(cells.map((cell, i) => `| a rule | ${cell} | ${written[i]} |  |`)))
  expect(await check(text)).toEqual({ text, faults: [] })
})

test('a value whose name ends in a unit is converted to the unit beside it', async () => {
  const rows = [
    '| a | `server/b.ts#lastsMs` | 90 | minutes |',
    '| a | `server/b.ts#lastsMs` | 1.5 | hours |',
    '| a | `server/b.ts#uploadLimitBytes` | 256 | MB |',
    '| a | `server/b.ts#feeCents` | 9.5 | $ |',
    '| a | `gate.minRows` | 20 | days |',
  ]
  expect((await check(block(rows))).faults).toEqual([])
})

test('a value that differs from the code is reported with file, line, constant and both values', async () => {
  expect((await check(`# Title\n\n${block(['| a | `gate.minRows` | 30 | rows |'])}`)).faults).toEqual([
    'docs/x.md:6: gate.minRows is 20 in contract/a.ts, the document has 30',
  ])
})

test('unreadable constants, modules and objects are reported and left alone', async () => {
  const rows = [
    '| a | `gate.gone` | 1 | |',
    '| a | `server/b.ts#kinds` | 1 | |',
    '| a | `server/gone.ts#x` | 1 | |',
  ]
  const { text, faults } = await check(block(rows))
  expect(text).toBe(block(rows))
  expect(faults).toEqual([
    'docs/x.md:4: contract/a.ts exports no gate.gone',
    'docs/x.md:5: kinds is no number, text, yes or no, or list of these',
    'docs/x.md:6: server/gone.ts exports no x',
  ])
  expect((await check(block(['| a | `most` | 1 | |'], '<!-- values -->'))).faults).toEqual([
    'docs/x.md:4: most needs a module, as in contract/x.ts#most',
  ])
})

test('an unclosed block is an error; a table outside one is left alone', async () => {
  expect((await check('<!-- values: contract/a.ts -->\n| rule | constant | value |')).faults).toHaveLength(1)
  const plain = '| rule | constant | value |\n| --- | --- | --- |\n| a | `most` | 1 |'
  expect(await check(plain)).toEqual({ text: plain, faults: [] })
})
