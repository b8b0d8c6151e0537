import { z } from 'zod'
import { id, line } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** At most this many vendors are listed, those that owe most first. */
export const mostFailingCards = 500
/** At most this many links are sent at once. */
export const mostCardLinks = 100
/** A vendor gets at most one link within this time. */
export const cardLinkEveryMinutes = 60
/** How long a link works. */
export const cardLinkDays = 7
/** Invoices whose first decline is at most this old are in the chart. */
export const funnelDays = 90

const failingCard = z.object({
  vendor_id: z.number(),
  company: z.string(),
  owed: decimal,
  invoices: z.number(),
  card: z.string().nullable(),
  since: moment.nullable().describe('the first decline of an open invoice'),
  reason: z.string().nullable().describe('the last decline, in plain words'),
  vendor_charge_id: z.number().nullable().describe('the last declined attempt'),
  next_try: z.string().nullable(),
  link_tm: moment.nullable().describe('when the last card link was sent'),
  link_opened_tm: moment.nullable(),
})
export type FailingCard = z.output<typeof failingCard>

/** What happened to failed payments, in order. */
export const funnelSteps = {
  declined: 'Declined',
  retried: 'Retried',
  mailed: 'Link sent',
  changed: 'Card changed',
  paid: 'Paid',
  written_off: 'Written off',
} as const
export type FunnelStep = keyof typeof funnelSteps
const funnel = z.object({
  declined: z.number(),
  retried: z.number(),
  mailed: z.number(),
  changed: z.number(),
  paid: z.number(),
  written_off: z.number(),
})

export const failingCardOperations = {
  listFailingCards: get('/api/failing-cards', 'List vendors whose card was declined and is retried', {
    answer: z.object({ cards: z.array(failingCard), funnel }),
  }),
  sendCardLinks: post('/api/failing-cards/links', 'Email vendors a link to change their card', {
    body: z.object({ vendor_ids: z.array(id).min(1, 'Choose at least one vendor').max(mostCardLinks) }),
    answer: z.object({
      sent: z.number(),
      recent: z.number().describe('got a link within the last hour'),
      unreachable: z.number().describe('no address, or the card no longer fails'),
    }),
  }),
  openCardLink: post('/api/account/card-link', 'Open a link to change your card', {
    access: 'account',
    body: z.object({ token: line(200, 'The link is incomplete') }),
    answer: z.object({ state: z.enum(['valid', 'expired', 'unknown']) }),
    refuses: ['conflict'],
  }),
}
