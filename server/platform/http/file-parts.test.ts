import { expect, test } from 'vitest'
import { storedPart } from './file-parts.ts'

const file = { bytes: 100, etag: 'a1' }
const part = (range?: string, ifRange?: string) => storedPart({ range, 'if-range': ifRange }, file).part

test.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=40-', { from: 40, to: 99 }],
  ['bytes=40-4000', { from: 40, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
])('%s returns one part', (range, of) => {
  expect(part(range)).toEqual(of)
})
test.each([undefined, '', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', `bytes=${'9'.repeat(20)}-`])(
  '%j returns the whole file',
  (range) => {
    expect(part(range)).toBeUndefined()
  },
)
test('a file replaced since the download started is sent whole', () => {
  expect(part('bytes=40-', '"a1"')).toEqual({ from: 40, to: 99 })
  expect(part('bytes=40-', '"b2"')).toBeUndefined()
  expect(storedPart({}, { bytes: 1, etag: '"quoted"' }).etag).toBe('"quoted"')
})
test.each(['bytes=100-', 'bytes=9-3', 'bytes=-0'])('%s is refused', (range) => {
  expect(() => part(range)).toThrow('The requested range is outside the file')
})
