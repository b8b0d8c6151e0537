import { expect, test } from 'vitest'
import { failureLevel } from './failures.ts'

test.each([
  [0, 'fine'],
  [25, 'fine'],
  [25.1, 'moderate'],
  [90, 'moderate'],
  [90.1, 'severe'],
  [100, 'severe'],
])('a failure rate of %d %% for updates is %s', (rate, level) => expect(failureLevel(rate)).toBe(level))
