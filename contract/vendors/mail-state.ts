import { z } from 'zod'
import { moment } from '../values.ts'

/** What a mail service tells of an address (docs/domain.md, Mails). */
export const troubles = ['hard_bounce', 'soft_bounce', 'complaint'] as const
export const troubleText: Record<(typeof troubles)[number], string> = {
  hard_bounce: 'mails can’t be delivered, for good',
  soft_bounce: 'a mail could not be delivered for now',
  complaint: 'a mail was reported as spam',
}
/** Mails that one can do without are sent to it no more. */
export const stopsMails = (trouble: (typeof troubles)[number]): boolean => trouble !== 'soft_bounce'

/** How mails reach a contact, and whether it signs in. */
export const contactState = z.object({
  /** none: nobody signs in with this address; waits: it hasn't confirmed it yet. */
  login: z.enum(['none', 'waits', 'confirmed', 'elsewhere']),
  troubles: z.array(z.object({ what: z.enum(troubles), reason: z.string(), tm: moment })),
  /** The kinds of mail that it has ended. */
  unsubscribed: z.array(z.string()),
})
export type ContactState = z.output<typeof contactState>
