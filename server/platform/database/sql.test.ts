import { expect, test } from 'vitest'
import { contains, literal } from './sql.ts'

test.each([
  ['lamp', 'lamp'],
  ['50%', '50\\%'],
  ['a_b', 'a\\_b'],
  ['a\\b', 'a\\\\b'],
  ['%_\\%', '\\%\\_\\\\\\%'],
  ["it's", "it's"],
])('no character in %j acts as a wildcard in a pattern', (text, pattern) => {
  expect([literal(text), contains(text)]).toEqual([pattern, `%${pattern}%`])
})
