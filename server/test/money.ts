import { expect } from 'vitest'
import { broken } from '../areas/payments/public.ts'
import { saveCard } from '../areas/payments/public.ts'
import type { Harness } from './harness.ts'

/** A card of the sandbox by its number (docs/domain.md, Cards the sandbox knows). */
export const giveCard = (h: Pick<Harness, 'services'>, vendor_id: number, card_num = '4242424242424242') =>
  saveCard(h.services, vendor_id, {
    card: { name_on_card: 'Pat Payer', card_num, card_type_id: 1, exp_month: 12, exp_year: 2040 },
  })

/** Nothing of the books is broken (docs/domain.md, What must hold of money). */
export async function expectSoundBooks({ services }: Pick<Harness, 'services'>): Promise<void> {
  expect(await broken(services)).toEqual([])
}
