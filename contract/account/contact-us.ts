import { z } from 'zod'
import { emailOr, line, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { post } from '../operation.ts'
import { legacyReasons, topics } from './topics.ts'

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
