import { cardTypeOf } from '#contract/payments/billing-information.ts'
import type { CardInput, Refusal } from './gateway.ts'

/** What a test card does; without any field it works. */
export interface Behaviour {
  name: string
  numbers: readonly string[]
  /** It can't be saved. */
  saving?: Refusal
  /** Its charges are refused: the first `times`, or all. */
  charging?: Refusal & { times?: number }
  /** The answer to a charge never comes, whether it was done or not. */
  unanswered?: 'done' | 'not done'
  /** The answer to a charge is this late. */
  slowMs?: number
  /** Its holder disputes what it paid; an inquiry takes no money, and nothing is lost by it. */
  dispute?: { reason: string; inquiry: boolean; won: boolean }
  /** What becomes of its refunds, which otherwise succeed at once. */
  refunds?: 'settle later' | 'fail later'
}

const refusal = (code: string, message: string, decline_code: string | null = null): Refusal => ({
  code,
  decline_code,
  message,
})
const declinedCard = (decline_code: string, message = 'Your card was declined.') =>
  refusal('card_declined', message, decline_code)
const incorrectNumber = refusal('incorrect_number', 'Your card number is incorrect.')
export const expiredCard = refusal('expired_card', 'Your card has expired.')
const noTestCard = declinedCard('test_mode_live_card', 'Your card was declined. Only test cards work here.')
const noFunds = declinedCard('insufficient_funds', 'Your card has insufficient funds.')

/** The behavior of a card that pays once its holder confirms. */
export const asksHolder = 'asks each time'
/** The behavior of a card without a special number. */
export const working = 'works'
/** Stripe's test cards, and five of our own, 4000 0099 0000 00…: docs/domain/sandbox-cards.md. */
const behaviours: readonly Behaviour[] = [
  {
    name: working,
    // 3155 needs confirmation once, at setup
    numbers: [
      '4242424242424242',
      '5555555555554444',
      '378282246310005',
      '6011111111111117',
      '4000002500003155',
    ],
  },
  { name: 'declined', numbers: ['4000000000000002'], saving: declinedCard('generic_decline') },
  { name: 'no funds', numbers: ['4000000000009995'], saving: noFunds },
  { name: 'lost', numbers: ['4000000000009987'], saving: declinedCard('lost_card') },
  { name: 'stolen', numbers: ['4000000000009979'], saving: declinedCard('stolen_card') },
  {
    name: 'too often',
    numbers: ['4000000000006975'],
    saving: declinedCard(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  },
  { name: 'expired', numbers: ['4000000000000069'], saving: expiredCard },
  {
    name: 'wrong cvc',
    numbers: ['4000000000000127'],
    saving: refusal('incorrect_cvc', 'Your card’s security code is incorrect.'),
  },
  {
    name: 'processing error',
    numbers: ['4000000000000119'],
    saving: refusal(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  { name: 'saves, declined', numbers: ['4000000000000341'], charging: declinedCard('generic_decline') },
  {
    name: asksHolder,
    numbers: ['4000002760003184'],
    charging: refusal(
      'authentication_required',
      'Your card was declined. This transaction requires authentication.',
      'authentication_required',
    ),
  },
  { name: 'saves, no funds', numbers: ['4000008260003178'], charging: noFunds },
  { name: 'fraud', numbers: ['4100000000000019'], charging: declinedCard('fraudulent') },
  {
    name: 'disputed',
    numbers: ['4000000000000259'],
    dispute: { reason: 'fraudulent', inquiry: false, won: false },
  },
  {
    name: 'not received',
    numbers: ['4000000000002685'],
    dispute: { reason: 'product_not_received', inquiry: false, won: true },
  },
  {
    name: 'inquiry',
    numbers: ['4000000000001976'],
    dispute: { reason: 'fraudulent', inquiry: true, won: true },
  },
  { name: 'refunds later', numbers: ['4000000000007726'], refunds: 'settle later' },
  { name: 'refund fails', numbers: ['4000000000005126'], refunds: 'fail later' },
  { name: 'no answer, charged', numbers: ['4000009900000012'], unanswered: 'done' },
  { name: 'no answer, not charged', numbers: ['4000009900000020'], unanswered: 'not done' },
  {
    name: 'declined twice',
    numbers: ['4000009900000038'],
    charging: { ...declinedCard('generic_decline'), times: 2 },
  },
  { name: 'saves, lost', numbers: ['4000009900000046'], charging: declinedCard('lost_card') },
  { name: 'slow', numbers: ['4000009900000053'], slowMs: 3000 },
]
const byNumber = new Map(
  behaviours.flatMap((behaviour) => behaviour.numbers.map((number) => [number, behaviour])),
)
const byName = new Map(behaviours.map((behaviour) => [behaviour.name, behaviour]))

/** How long a late refund stays open, and how long one that fails later looks successful. */
export const refundMs = 60_000
/** When a dispute is decided. */
export const disputeMs = 30 * 86_400_000
/** How long the card's bank accepts evidence. */
export const evidenceMs = 14 * 86_400_000

/** The brands with a number in the specification, and Stripe's names for them. */
const brands = [
  { card_type_id: 1, brand: 'Visa', key: 'visa' },
  { card_type_id: 2, brand: 'Mastercard', key: 'mastercard' },
  { card_type_id: 3, brand: 'American Express', key: 'amex' },
  { card_type_id: 4, brand: 'Discover', key: 'discover' },
]
/** A card's brand by Stripe's name; other brands have no number. */
export function brandOf(key: string): { brand: string; card_type_id: number | null } {
  const { brand, card_type_id } = brands.find((entry) => entry.key === key) ?? {
    brand: key,
    card_type_id: null,
  }
  return { brand, card_type_id }
}

/** A card as stored: its behavior instead of its number. */
export interface KnownCard {
  behaviour: string
  key: string
  last4: string
  exp_month: number
  exp_year: number
}
/**
 * A card's brand and behavior by its number, or why it isn't accepted.
 * @param now in ms: a card is valid until its last month has ended in UTC
 */
export function knowCard(
  card: Pick<CardInput, 'card_num' | 'exp_month' | 'exp_year' | 'cvc'>,
  now: number,
): KnownCard | Refusal {
  const number = card.card_num.replace(/[\s-]/g, '')
  const { exp_month, exp_year, cvc } = card
  const key = brands.find(({ card_type_id }) => card_type_id === cardTypeOf(number))?.key
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return incorrectNumber
  if (!Number.isInteger(exp_month) || exp_month < 1 || exp_month > 12)
    return refusal('invalid_expiry_month', 'Your card’s expiration month is invalid.')
  if (!Number.isInteger(exp_year) || exp_year > new Date(now).getUTCFullYear() + 50 || hasEnded(card, now))
    return refusal('invalid_expiry_year', 'Your card’s expiration year is invalid.')
  if (cvc !== undefined && !(key === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    return refusal('invalid_cvc', 'Your card’s security code is invalid.')
  const behaviour = byNumber.get(number)
  // a real card’s number goes no further
  if (!behaviour || !key) return noTestCard
  return behaviour.saving ?? { behaviour: behaviour.name, key, last4: number.slice(-4), exp_month, exp_year }
}
/** Whether a card's last month is over. */
export const hasEnded = (card: { exp_month: number; exp_year: number }, now: number): boolean =>
  Date.UTC(card.exp_year, card.exp_month, 1) <= now

export function behaviourOf(name: string): Behaviour {
  const behaviour = byName.get(name)
  if (!behaviour) throw new Error(`No test card named “${name}”`)
  return behaviour
}

/** Checks the check digit, which catches most typing errors. */
function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, i) => {
      const twice = Number(digit) * (i % 2 === 0 ? 1 : 2)
      return total + (twice > 9 ? twice - 9 : twice)
    }, 0)
  return sum % 10 === 0
}
