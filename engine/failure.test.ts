import { expect, test } from 'vitest'
import { FeedFailure, limits, unpackLimits } from './failure.ts'

test('a failure says what is wrong, and on which line where there is one', () => {
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

test('a record, a cell, columns, depth and what is unpacked have the bounds that people are told', () => {
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
