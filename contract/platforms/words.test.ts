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
    'With both types on, the platform is listed as a multichannel manager.',
    'With both plans on, vendors need Enterprise.',
    '“Requires the Enterprise plan” has no effect because the platform can’t be purchased.',
  ])
})
