import { z } from 'zod'
import { moment } from '../values.ts'

/** What a mail service reports about an address (docs/domain/emails.md, Bounces and complaints). */
export const troubles = ['hard_bounce', 'soft_bounce', 'complaint'] as const
export const troubleText: Record<(typeof troubles)[number], string> = {
  hard_bounce: 'emails bounce permanently',
  soft_bounce: 'an email bounced temporarily',
  complaint: 'an email was reported as spam',
}
/** Optional mail is no longer sent to it. */
export const stopsMails = (trouble: (typeof troubles)[number]): boolean => trouble !== 'soft_bounce'

/** How mail reaches a contact, and whether the contact can sign in. */
export const contactState = z.object({
  /** none: nobody signs in with this address; waits: it isn't confirmed yet. */
  login: z.enum(['none', 'waits', 'confirmed', 'elsewhere']),
  troubles: z.array(z.object({ what: z.enum(troubles), reason: z.string(), tm: moment })),
  /** The kinds of mail that it unsubscribed from. */
  unsubscribed: z.array(z.string()),
})
export type ContactState = z.output<typeof contactState>
