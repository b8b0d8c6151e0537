import { z } from 'zod'
import { count, email, line } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal } from '../values.ts'

/** By `card_type_id` from 1 on. */
export const cardTypes = ['Visa', 'Mastercard', 'Amex', 'Discover'] as const
/** In how many years a card may expire, this year included. */
export const cardYears = 10

/** The contact that a bill is addressed to. */
export const billingContact = z.object({
  first_name: line(100, 'Enter the first name'),
  last_name: line(100, 'Enter the last name'),
  email,
  phone: line(50),
  address1: line(200, 'Enter the address'),
  address2: line(200),
  city: line(100, 'Enter the city'),
  state: line(100),
  province: line(100),
  zip: line(20, 'Enter the postal code'),
  country: line(100, 'Enter the country'),
})
export const typedCard = z.object({
  name_on_card: line(100, 'Enter the name on the card'),
  card_num: line(30, 'Enter the card’s number'),
  card_type_id: count(1, cardTypes.length),
  exp_month: count(1, 12),
  exp_year: count(2000, 2200),
  cvc: line(4).optional(),
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

export const retryOutcome = z.object({
  amount: decimal,
  /** `open`: the bank hasn't answered yet. */
  state: z.enum(['succeeded', 'declined', 'failed', 'open']),
  card_exception: z.string().nullable(),
})
export type RetryOutcome = z.output<typeof retryOutcome>

export const billingInformationOperations = {
  getBillingInformation: get('/api/account/billing-information', 'The own billing contact and card', {
    access: 'account',
    answer: view,
    refuses: ['conflict'],
  }),
  beginCardSetup: post('/api/account/card-setup', 'Begin to hand a card over to Stripe’s own fields', {
    access: 'account',
    answer: z.object({ client_secret: z.string() }),
    refuses: ['conflict', 'too_many'],
  }),
  saveBillingInformation: post('/api/account/billing-information', 'Save the billing contact and a card', {
    access: 'account',
    faulty: messages.cardFormErrors,
    body: z.object({
      contact: billingContact,
      credit_card: z
        .union([typedCard, z.object({ setup: line(200, 'The card is missing') })])
        .optional()
        .describe('typed in for the sandbox; with Stripe the setup that holds it; none: the card stays'),
    }),
    answer: z.object({
      success: z.boolean(),
      retried: retryOutcome
        .nullable()
        .describe('what became of what was owed; null: the card was asked for nothing'),
    }),
    refuses: ['conflict', 'too_many'],
  }),
}
