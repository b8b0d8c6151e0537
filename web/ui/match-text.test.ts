import { expect, test } from 'vitest'
import { splitMatches, matchReason } from './match-text.ts'

test.each([
  [{ by: 'phone', text: '+1 555 123 4567' }, 'Phone +1 555 123 4567'],
  [{ by: 'similar name', text: 'Okafor' }, 'Similar name Okafor'],
  [{ by: 'SKU', text: 'A-1' }, 'SKU A-1'],
  // it stands beside it, or there is nothing to show
  [{ by: 'title', text: 'Red hat' }, 'Title'],
  [{ by: 'brand', text: 'Cobalt' }, 'Brand'],
  [{ by: 'similar', text: '' }, 'Similar'],
] as const)('%o reads “%s”', (matched, told) => {
  expect(matchReason(matched, 'Cobalt', 'Red hat')).toBe(told)
})

test.each([
  ['Blue Cobalt Outfitters', 'cobalt', 'Blue [Cobalt] Outfitters'],
  ['jo@cobaltgarage.example', 'COBALT', 'jo@[cobalt]garage.example'],
  ['Run feed of Cobalt Tools', 'cobalt run', '[Run] feed of [Cobalt] Tools'],
  // a number is found however it is written, and so is its mark
  ['+1 (555) 808-1212', '5558081212', '+1 ([555) 808-1212]'],
  ['QX-77-A', 'qx77', '[QX-77]-A'],
  ['997', '#997', '[997]'],
  ['5558081212', '555 808-1212', '[5558081212]'],
  // the longer of two words that begin alike
  ['Cobalt Co', 'co cobalt', '[Cobalt] [Co]'],
  // what stands for something else in a pattern stands for itself
  ['50% (new)', '(new)', '50% ([new])'],
  ['Tools', '…', 'Tools'],
  ['Tools', '', 'Tools'],
])('in %s the matches for “%s” are highlighted: %s', (text, asked, marked) => {
  const shown = splitMatches(text, asked).map((part) => (part.isMatch ? `[${part.text}]` : part.text))
  expect(shown.join('')).toBe(marked)
})

test('adjacent text is merged into as few parts as possible', () => {
  expect(splitMatches('Cobalt Tools', ' cobalt ')).toEqual([
    { text: 'Cobalt', isMatch: true },
    { text: ' Tools', isMatch: false },
  ])
  expect(splitMatches('Tools', ' ')).toEqual([{ text: 'Tools', isMatch: false }])
})
