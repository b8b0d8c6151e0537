import { money } from '#contract/formats.ts'
import type { OwnStanding } from '#contract/incidents/incidents.ts'

interface Band {
  title: string
  text: string
  act: string
  /** Its act leads to billing, else to support. */
  pays: boolean
}

/** What the top of every page says of an account that isn’t served; null: it is. */
export function bandOf({ inactive, owed }: Pick<OwnStanding, 'inactive' | 'owed'>): Band | null {
  if (inactive === null) return null
  if (inactive === 'canceled')
    return {
      title: 'Your account is canceled.',
      text: owed === null ? 'Store updates have stopped.' : `${money(owed)} is still owed.`,
      act: owed === null ? 'Contact us' : `Pay ${money(owed)}`,
      pays: owed !== null,
    }
  const consequence =
    inactive === 'delisted' ? 'Our products were removed from your stores.' : 'Store updates have stopped.'
  if (owed === null)
    return {
      title: 'Your account is suspended.',
      text: `${consequence} You don’t owe anything.`,
      act: 'Contact us',
      pays: false,
    }
  return {
    title: `Your account is suspended: ${money(owed)} is unpaid.`,
    text: `${consequence} Pay to resume.`,
    act: `Pay ${money(owed)}`,
    pays: true,
  }
}
