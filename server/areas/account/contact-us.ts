import type { Parsed } from '#contract/index.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { feedbackLetter, questionLetter } from './letters.ts'
import { tellSupport, vendorLink } from './tell-support.ts'

/** Messages an hour of one person. */
export const mostMessages = 20
async function limit({ db, who }: Ctx): Promise<void> {
  if (!(await withinLimit(db, `messages of ${who.login_id}`, mostMessages, 3600)))
    throw new Refusal('too_many', 'You have written often in the last hour. Please wait a little.')
}

export async function contactUs(ctx: Ctx, { body }: Parsed<'contactUs'>): Promise<void> {
  await limit(ctx)
  const { topic, name, question, is_feedback } = body
  const asks = is_feedback ? 'gives feedback' : 'asks'
  await tellSupport(ctx, {
    category: is_feedback ? 'feedback' : 'question',
    type: is_feedback ? 'account.feedback' : 'account.question',
    message: `${name} ${asks} (${topic}): ${question}`,
    letter: questionLetter({ ...body, link: vendorLink(ctx.who.vendor_id) }),
  })
}

export async function giveLegacyFeedback(ctx: Ctx, { body }: Parsed<'giveLegacyFeedback'>): Promise<void> {
  await limit(ctx)
  const said = [...body.reasons, body.comments].filter((one) => one !== '').join('; ')
  await tellSupport(ctx, {
    category: 'feedback',
    type: 'account.feedback',
    message: `${ctx.who.name} on the legacy site: ${said || 'nothing more'}`,
    letter: feedbackLetter({ ...body, name: ctx.who.name, link: vendorLink(ctx.who.vendor_id) }),
  })
}
