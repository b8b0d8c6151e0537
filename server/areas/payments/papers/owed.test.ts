import { expect, test } from 'vitest'
import { owedText } from './owed.ts'

test.each([
  [['INV-1'], '$49 for invoice INV-1 is'],
  [['INV-1', 'INV-2'], '$49 for invoices INV-1 and INV-2 is'],
  [
    ['INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5', 'INV-6', 'INV-7'],
    '$49 for invoices INV-1, INV-2, INV-3, INV-4, INV-5 and 2 more is',
  ],
])('%j: %s', (numbers, text) => expect(owedText('49.00', numbers)).toBe(text))
