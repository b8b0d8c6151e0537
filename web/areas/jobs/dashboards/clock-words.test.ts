import { expect, test } from 'vitest'
import { clockText, clocksTitle } from './clock-words.ts'

test.each([
  [31, 'web-1 is 31 seconds fast'],
  [-119, 'web-1 is 119 seconds slow'],
  [-600, 'web-1 is 10 minutes slow'],
  [40 * 86_400, 'web-1 is 40 days fast'],
])('a clock that is %d seconds ahead reads “%s”', (ahead_seconds, text) => {
  expect(clockText({ server: 'web-1', ahead_seconds })).toBe(text)
})

test('the title counts the servers', () => {
  expect([clocksTitle(1), clocksTitle(3)]).toEqual([
    'A server’s clock is wrong',
    'The clocks of 3 servers are wrong',
  ])
})
