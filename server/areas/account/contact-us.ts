import type { Parsed } from '#contract/index.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { feedbackLetter, questionLetter } from './letters.ts'
import { notifySupport, vendorLink } from './notify-support.ts'

/** Messages per person and hour. */
export const mostMessages = 20
async function limit({ db, who: person }: Ctx): Promise<void> {
  if (!(await withinLimit(db, `messages of ${person.login_id}`, mostMessages, 3600)))
    throw new Refusal('too_many', 'You’ve sent too many messages. Try again in an hour')
}

export async function contactUs(ctx: Ctx, { body }: Parsed<'contactUs'>): Promise<void> {
  await limit(ctx)
  const { topic, name, question, is_feedback } = body
  const asks = is_feedback ? 'sent feedback' : 'sent a question'
  await notifySupport(ctx, {
    type: is_feedback ? 'account.feedback' : 'account.question',
    message: `${name} ${asks} (${topic}): ${question}`,
    letter: questionLetter({ ...body, link: vendorLink(ctx.who.vendor_id) }),
  })
}

export async function giveLegacyFeedback(ctx: Ctx, { body }: Parsed<'giveLegacyFeedback'>): Promise<void> {
  await limit(ctx)
  const text = [...body.reasons, body.comments].filter((part) => part !== '').join('; ')
  await notifySupport(ctx, {
    type: 'account.feedback',
    message: `${ctx.who.name} sent feedback about the legacy site: ${text || 'no comment'}`,
    letter: feedbackLetter({ ...body, name: ctx.who.name, link: vendorLink(ctx.who.vendor_id) }),
  })
}
