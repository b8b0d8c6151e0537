import { expect, test } from 'vitest'
import { flagNotes } from './words.ts'

const none = {
  is_mcm: false,
  is_marketplace: false,
  requires_pro_plan: false,
  requires_enterprise_plan: false,
  is_purchasable: true,
}

test('contradictory flags say which one counts', () => {
  expect(flagNotes(none)).toEqual([])
  expect(flagNotes({ ...none, is_purchasable: false, is_mcm: true })).toEqual([])
  expect(flagNotes({ ...none, requires_pro_plan: true, is_marketplace: true })).toEqual([])
  const all = { is_mcm: true, is_marketplace: true, requires_pro_plan: true, requires_enterprise_plan: true }
  expect(flagNotes({ ...all, is_purchasable: false })).toEqual([
    'A marketplace and a multichannel manager: it is listed as a multichannel manager.',
    'It requires two plans: Enterprise is the one that a vendor needs.',
    'It can’t be purchased: that it requires the Enterprise plan has no effect.',
  ])
})
