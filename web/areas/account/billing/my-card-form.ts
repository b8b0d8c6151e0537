import { billingContact, cardTypes, cardYears, typedCard } from '#contract/payments/billing-information.ts'
import type { BillingContactInput } from '#contract/payments/billing-information.ts'

/** The values of the billing form; a card's number is nowhere else. */
export interface CardForm {
  contact: BillingContactInput
  card: {
    name_on_card: string
    card_num: string
    card_type_id: string | null
    exp_month: string | null
    exp_year: string | null
    cvc: string
  }
}
export const noCard: CardForm['card'] = {
  name_on_card: '',
  card_num: '',
  card_type_id: null,
  exp_month: null,
  exp_year: null,
  cvc: '',
}
/** The fields shown; the others are sent back as they are. */
export const contactLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address1: 'Address',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  province: 'Province',
  zip: 'ZIP or postal code',
  country: 'Country',
} as const satisfies Partial<Record<keyof CardForm['contact'], string>>

export const optional: ReadonlySet<string> = new Set(['phone', 'address2', 'state', 'province'])

/** Whether every field that is required has a value. */
export const isComplete = (contact: CardForm['contact']): boolean =>
  (Object.keys(contactLabels) as (keyof typeof contactLabels)[]).every(
    (key) => optional.has(key) || contact[key].trim() !== '',
  )

/** Who and where, in a line. */
export const contactSummary = ({ first_name, last_name, email, address1, city }: CardForm['contact']) =>
  [`${first_name} ${last_name}`.trim(), email, address1, city].filter((part) => part !== '').join(', ')

export const cardTypeChoices = cardTypes.map((label, i) => ({ value: String(i + 1), label }))
export const monthChoices = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: String(i + 1).padStart(2, '0'),
}))
/** This year and the nine after it. */
export const yearChoices = (thisYear: number) =>
  Array.from({ length: cardYears }, (_, i) => String(thisYear + i))

/** A typed card as it is sent. */
export const cardBody = (card: CardForm['card']) => ({
  name_on_card: card.name_on_card,
  card_num: card.card_num,
  card_type_id: Number(card.card_type_id),
  exp_month: Number(card.exp_month),
  exp_year: Number(card.exp_year),
  ...(card.cvc.trim() !== '' && { cvc: card.cvc }),
})

const choiceTexts: Readonly<Record<string, string>> = {
  card_type_id: 'Choose a card type',
  exp_month: 'Choose a month',
  exp_year: 'Choose a year',
}
/** What is wrong, by field. @param isTyped the customer types a card here */
export function faultsOf({ contact, card }: CardForm, isTyped: boolean): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const issue of billingContact.safeParse(contact).error?.issues ?? [])
    faults[`contact.${issue.path.join('.')}`] ??= issue.message
  if (!isTyped) return faults
  for (const issue of typedCard.safeParse(cardBody(card)).error?.issues ?? []) {
    const field = issue.path.join('.')
    faults[`card.${field}`] ??= (issue.code === 'custom' ? undefined : choiceTexts[field]) ?? issue.message
  }
  return faults
}

/** Until when a card is valid: to the end of its month. */
export function cardEnds(card: { exp_month: number; exp_year: number }, now = new Date()): string {
  const { exp_month, exp_year } = card
  const monthsLeft = (exp_year - now.getUTCFullYear()) * 12 + exp_month - (now.getUTCMonth() + 1)
  const month = `${exp_month}/${exp_year}`
  if (monthsLeft < 0) return `Expired ${month}. Use a different card`
  return monthsLeft === 0 ? 'Expires this month' : `Expires ${month}`
}
