import { z } from 'zod'
import { emailOr, line, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { post } from '../operation.ts'
import { legacyReasons, topics } from './topics.ts'

export const contactUsOperations = {
  contactUs: post('/api/account/contact-us', 'Send a message to support', {
    access: 'account',
    body: z.object({
      topic: z.enum(topics, 'Choose a topic'),
      name: line(200, 'Enter your name'),
      email: emailOr(messages.notificationEmailWrong),
      phone: line(50),
      question: lines(5000, 'Enter your question or message'),
      is_feedback: z.boolean(),
    }),
    refuses: ['too_many'],
  }),
  giveLegacyFeedback: post('/api/account/legacy-site-feedback', 'Send feedback about the legacy site', {
    access: 'account',
    body: z.object({
      comments: lines(5000),
      reasons: z.array(z.enum(legacyReasons)).max(legacyReasons.length),
    }),
    refuses: ['too_many'],
  }),
}
