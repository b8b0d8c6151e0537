import { z } from 'zod'
import { emailOr, line, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { post } from '../operation.ts'

/** What one may write about. */
export const topics = [
  'My account',
  'Billing',
  'A supplier or a product',
  'My store',
  'Something does not work',
  'Something else',
] as const
/** Why one would rather have the legacy site. */
export const legacyReasons = [
  'I can’t find what I need',
  'It is slower',
  'Something is missing',
  'Something does not work',
  'I liked the old look better',
] as const
/** How long the thanks for feedback about the legacy site stand before one is led on, ms. */
export const thanksMs = 2500

export const contactUsOperations = {
  contactUs: post('/api/account/contact-us', 'Write to support', {
    access: 'account',
    body: z.object({
      topic: z.enum(topics, 'Choose what it is about'),
      name: line(200, 'Enter your name'),
      email: emailOr(messages.notificationEmailWrong),
      phone: line(50),
      question: lines(5000, 'Write what you would like to know or tell us'),
      is_feedback: z.boolean(),
    }),
    refuses: ['too_many'],
  }),
  giveLegacyFeedback: post('/api/account/legacy-site-feedback', 'Say what the legacy site did better', {
    access: 'account',
    body: z.object({
      comments: lines(5000),
      reasons: z.array(z.enum(legacyReasons)).max(legacyReasons.length),
    }),
    refuses: ['too_many'],
  }),
}
