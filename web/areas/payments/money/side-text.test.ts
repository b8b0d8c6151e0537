import { expect, test } from 'vitest'
import { sideText } from './side-text.ts'

test.each([
  ['$45.00, succeeded', '$45, succeeded'],
  ['$1850.50', '$1,850.50'],
  ['nothing', 'Nothing'],
  ['succeeded', 'Succeeded'],
])('%s reads %s', (stored, text) => expect(sideText(stored)).toBe(text))
