import { expect, test } from 'vitest'
import { csvCell, csvText, withoutGuard } from './csv.ts'

test.each([
  '=1+1',
  '+44 20 7946 0000',
  '-2+3',
  '@SUM(A1)',
  '\tTab',
  '-',
  '+a',
  '-1x',
  '1-',
  '＝1+1',
  '＠SUM(A1)',
])('a spreadsheet reads “%s” as text', (text) =>
  expect(csvText(text)).toBe(/^\d/.test(text) ? text : `'${text}`),
)
test.each(['-12.50', '+3', '-1.000', '12', 'a=b', ' =1', '', 'a;b c', '1;-5;+2.5', 'a; =1'])(
  '“%s” is written unchanged',
  (text) => {
    expect(csvText(text)).toBe(text)
  },
)
test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x;@SUM(A1);-2+3', "x;'@SUM(A1);'-2+3"],
  ['x;＝1', "x;'＝1"],
  ['=1;=2', "'=1;'=2"],
])('a spreadsheet that splits “%s” at its own delimiter reads text', (text, cell) => {
  expect(csvText(text)).toBe(cell)
  expect(withoutGuard(cell)).toBe(text)
})
test('a guarded text is quoted as a whole', () => {
  expect(csvText('\rx')).toBe('"\'\rx"')
  expect(csvText('-1,50')).toBe('"-1,50"')
})
test.each([
  ['a,b', '"a,b"'],
  ['say "a" and "b"', '"say ""a"" and ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['a;b c', 'a;b c'],
  ['=1', '=1'],
])('the cell %j is written as %j', (text, cell) => expect(csvCell(text)).toBe(cell))
