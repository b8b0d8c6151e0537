import { expect, test } from 'vitest'
import { isForPeople, textsIn } from './texts.ts'
import { leftOutWords } from './words.ts'

const texts = (source: string) => textsIn('web/Probe.tsx', source).map(({ text }) => text)

test.each<[string, string, string[]]>([
  [
    'markup with its inner words',
    'const a = <p>Sent to <b>{name}</b>. Change</p>',
    ['Sent to {name}. Change'],
  ],
  ['an attribute', 'const a = <Input label="Name" className="wide row" />', ['Name']],
  ['a template', 'const a = `Run ${id} is held`', ['Run {id} is held']],
  [
    'both sides of a condition',
    "const a = <p>{isOn ? 'On since today' : 'Off'}</p>",
    ['On since today', 'Off'],
  ],
  ['a property', "const a = { label: 'not set', kind: 'on' }", ['not set']],
  ['a message in code', "throw new Error('The file is empty')", ['The file is empty']],
  ['SQL', 'const a = sql`select 1 from vendor where name is null`', []],
  ['an import', "import { run } from 'the place'", []],
])('the listing reads %s', (_, source, expected) => {
  expect(texts(source)).toEqual(expected)
})

test.each(['0 0 4px', 'select a, b from c', 'application/json; charset=utf-8', 'vendor_id'])(
  '“%s” is no text for people',
  (value) => {
    expect(isForPeople(value)).toBe(false)
  },
)

test.each([
  'It was told all',
  'Mend the row',
  'It goes on until 5',
  'The catalogue',
  'Mail me about it',
  'A canceled colour',
])('“%s” has a left-out word', (text) => {
  expect(leftOutWords(text)).toHaveLength(1)
})

test.each([
  'Run {askedRun} is held',
  'Set `told_tm`',
  'This takes up to 20 seconds',
  'Please select a shipping method',
  'The color catalog was canceled',
])('“%s” is fine', (text) => {
  expect(leftOutWords(text)).toEqual([])
})
