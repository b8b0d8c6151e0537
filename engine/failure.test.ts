import { expect, test } from 'vitest'
import { FeedFailure, limits, unpackLimits } from './failure.ts'

test('a failure says what is wrong, and on which line if there is one', () => {
  expect(new FeedFailure('empty', 'The file is empty')).toMatchObject({
    code: 'empty',
    message: 'The file is empty',
    line: undefined,
  })
  expect(new FeedFailure('open_quote', 'A quote is open', 3)).toMatchObject({
    code: 'open_quote',
    message: 'A quote is open (line 3)',
    line: 3,
  })
})

test('limits for records, cells, columns, nesting and unpacked size match the documented ones', () => {
  const mebi = 1024 ** 2
  expect(limits).toEqual({
    recordChars: 4 * mebi,
    cellChars: mebi,
    columns: 2000,
    depth: 64,
    sharedStringsBytes: 256 * mebi,
    sharedStrings: 8 * mebi,
  })
  expect(unpackLimits).toEqual({ bytes: 8 * 1024 * mebi, ratio: 200, ratioFrom: 64 * mebi })
})
