import { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import type { Outcome, Reply, TellRow } from '../market.ts'
import type { ShopFault } from '../ask.ts'
import { savedNames, type Names } from './reads.ts'

/**
 * How far a load has come. It is saved before each next step, so that an interrupted step is done again, or
 * recognized as done.
 */
const ticketSchema = z.object({
  key: z.string(),
  stage: z.enum(['look', 'send', 'begin', 'runs', 'stock']).default('look'),
  /** What the shop calls products whose names weren't saved, or that were made. */
  names: z
    .record(
      z.string(),
      z.object({
        product: z.string(),
        variant: z.string(),
        item: z.string(),
        active: z.boolean(),
        shared: z.boolean(),
        tracked: z.boolean(),
        unpublished: z.boolean().optional(),
      }),
    )
    .default({}),
  /** The SKUs that the shop hasn't got. */
  fresh: z.array(z.string()).default([]),
  round: z.number().default(0),
  /** The SKUs that earlier operations of this round did, and those of this operation's lines. */
  done: z.array(z.string()).default([]),
  sent: z.array(z.string()).default([]),
  path: z.string().default(''),
  operation: z.string().default(''),
  tries: z.number().default(0),
})
export type Ticket = z.output<typeof ticketSchema>

/** The ticket of a load that sends no request before the ticket is saved. */
export const firstTicket = (key: string): string => JSON.stringify({ key })
export const readTicket = (text: string): Ticket => ticketSchema.parse(JSON.parse(text))

export const namesIn = (ticket: Ticket, row: TellRow): Names | undefined =>
  ticket.names[row.sku] ?? savedNames(row)

/** The same step again, by and by. */
export const pollAgain = (ticket: Ticket): Reply => ({ outcomes: [], ticket: JSON.stringify(ticket) })
/** The next step at once or, after a fault, when the shop takes requests again. */
export const nextStep = (outcomes: Outcome[], ticket: Ticket, fault?: ShopFault): Reply => ({
  outcomes,
  ticket: JSON.stringify(ticket),
  pollAt: fault ? (fault.opensAt ?? databaseNow() + pauseMs) : databaseNow(),
})
const pauseMs = 60_000
