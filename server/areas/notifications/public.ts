// What other areas may call.
export { collectEvents } from './collect-events.ts'
export { lookForProblems } from './look-for-problems.ts'
export { planReminders } from './sending/remind.ts'
export { sendNoticeLetters } from './sending/send-letters.ts'
export { sendWebhooks } from './sending/send-webhooks.ts'
