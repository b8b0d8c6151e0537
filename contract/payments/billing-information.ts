import { z } from 'zod'
import { count, email, line } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal } from '../values.ts'

/** By `card_type_id` from 1 on. */
export const cardTypes = ['Visa', 'Mastercard', 'Amex', 'Discover'] as const
/** How a card's number starts, by `card_type_id` from 1 on. */
const numberStarts = [/^4/, /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, /^3[47]/, /^(6011|64[4-9]|65)/]
/** A card's `card_type_id` by its number; undefined for too few digits and for other brands. */
export function cardTypeOf(cardNumber: string): number | undefined {
  const digits = cardNumber.replaceAll(/[\s-]/g, '')
  const index = numberStarts.findIndex((start) => start.test(digits))
  return index < 0 ? undefined : index + 1
}
/** In how many years a card may expire, this year included. */
export const cardYears = 10

/** The contact that a bill is addressed to. */
export const billingContact = z.object({
  first_name: line(100, 'Enter a first name'),
  last_name: line(100, 'Enter a last name'),
  email,
  phone: line(50),
  primary_phone: line(50).optional().describe('omitted, like the next two: the saved value is kept'),
  alternate_phone: line(50).optional(),
  daily_update_email: z.boolean().optional(),
  address1: line(200, 'Enter an address'),
  address2: line(200),
  city: line(100, 'Enter a city'),
  state: line(100),
  province: line(100),
  zip: line(20, 'Enter a postal code'),
  country: line(100, 'Choose a country'),
})
export const typedCard = z
  .object({
    name_on_card: line(100, 'Enter the name on the card'),
    card_num: line(30, 'Enter the card number'),
    card_type_id: count(1, cardTypes.length),
    exp_month: count(1, 12),
    exp_year: count(2000, 2200),
    cvc: line(4).optional(),
  })
  .refine(({ card_num, card_type_id }) => (cardTypeOf(card_num) ?? card_type_id) === card_type_id, {
    path: ['card_type_id'],
    error: 'The card number is for another card type',
  })

const view = z.object({
  /** Where a card is entered: in our form, or in Stripe’s own fields. */
  form: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sandbox') }),
    z.object({ kind: z.literal('stripe'), publishable_key: z.string() }),
  ]),
  contact: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    primary_phone: z.string(),
    alternate_phone: z.string(),
    daily_update_email: z.boolean(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    province: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  card: z
    .object({
      card_type_id: z.number().nullable(),
      text: z.string(),
      exp_month: z.number(),
      exp_year: z.number(),
    })
    .nullable(),
})
export type BillingInformation = z.output<typeof view>
export type BillingContactInput = z.output<typeof billingContact>

export const retryOutcome = z.object({
  amount: decimal,
  /** `open`: the bank hasn't answered yet. */
  state: z.enum(['succeeded', 'declined', 'failed', 'open']),
  card_exception: z.string().nullable(),
})
export type RetryOutcome = z.output<typeof retryOutcome>

export const billingInformationOperations = {
  getBillingInformation: get('/api/account/billing-information', 'Get your billing contact and card', {
    access: 'account',
    answer: view,
    refuses: ['conflict'],
  }),
  beginCardSetup: post('/api/account/card-setup', 'Start entering a card in Stripe’s fields', {
    access: 'account',
    answer: z.object({ client_secret: z.string() }),
    refuses: ['conflict', 'too_many'],
  }),
  saveBillingInformation: post('/api/account/billing-information', 'Save your billing contact and card', {
    access: 'account',
    faulty: messages.cardFormErrors,
    body: z.object({
      contact: billingContact,
      credit_card: z
        .union([typedCard, z.object({ setup: line(200, 'Enter a card') })])
        .optional()
        .describe('card details in the sandbox, the setup with Stripe; none: keep the current card'),
    }),
    answer: z.object({
      success: z.boolean(),
      retried: retryOutcome
        .nullable()
        .describe('the result of charging open invoices; null: nothing was charged'),
    }),
    refuses: ['conflict', 'too_many'],
  }),
}
