import { expect, test } from 'vitest'
import { letterText } from '#server/platform/mail/letter.ts'
import { alertLetter, dailyLetter, type AlertChanges } from './letters.ts'

const told = (n: number): AlertChanges => ({
  dropshipper_name: `Supplier ${n}.`,
  changes: {
    counts: { added: 5, gone: 0, price: 0, back: 0 },
    taken_back: false,
    examples: Array.from({ length: 5 }, (_, i) => ({
      kind: 'added' as const,
      sku: `S${n}-${i + 1}`,
      title: 'Lamp',
      quantity: 1,
      was_price: null,
      was_currency: null,
      price: '1',
      currency: 'USD',
    })),
  },
})

test('an alert email shows three products for each of ten suppliers, and how many more there are', () => {
  const all = Array.from({ length: 12 }, (_, i) => told(i + 1))
  const letter = alertLetter(1, all)
  expect(letter.subject).toBe('Product alerts: 60 new')
  const text = letterText(letter, 'http://x')
  expect([...text.matchAll(/S(\d+)-(\d)/g)].map(([sku]) => sku)).toEqual(
    all.slice(0, 10).flatMap((_, i) => [1, 2, 3].map((n) => `S${i + 1}-${n}`)),
  )
  for (const { dropshipper_name } of all) expect(text.split(`${dropshipper_name}: 5 new`)).toHaveLength(2)
  expect(text).toContain('And 2 more changes at Supplier 1., listed under View changes.')
})

test('a daily email about removed products says what is owed, and leads to paying it', () => {
  const day = { sent: 0, prices: 0, quantities: 0, refused: 0, failures: 0, reason: null }
  const of = (taken_out: number, owed?: string) =>
    letterText(dailyLetter(1, [{ ...day, store: 'Shop', taken_out }], owed), 'http://x')
  const removed = of(12, '$49 for invoice INV-1042 is')
  expect(removed).toContain('Products were removed because $49 for invoice INV-1042 is unpaid.')
  expect(removed).toContain('http://x/account/billing-information')
  expect(of(0)).toContain('http://x/account/suppliers')
})
