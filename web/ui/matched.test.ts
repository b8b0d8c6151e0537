import { expect, test } from 'vitest'
import { whyMatched } from './matched.ts'

test.each([
  [{ by: 'phone', text: '+1 555 123 4567' }, 'Phone +1 555 123 4567'],
  [{ by: 'similar name', text: 'Okafor' }, 'Similar name Okafor'],
  [{ by: 'SKU', text: 'A-1' }, 'SKU A-1'],
  // it stands beside it, or there is nothing to show
  [{ by: 'title', text: 'Red hat' }, 'Title'],
  [{ by: 'brand', text: 'Cobalt' }, 'Brand'],
  [{ by: 'similar', text: '' }, 'Similar'],
] as const)('%o is told as “%s”', (matched, told) => {
  expect(whyMatched(matched, 'Cobalt', 'Red hat')).toBe(told)
})
