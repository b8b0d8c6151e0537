import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Mail that was stored instead of sent, if no SMTP server is set and outside production. */
export function listKeptMail(ctx: Ctx) {
  if (ctx.config.production || ctx.config.smtpUrl) throw notFound('page')
  return ctx.mail.kept()
}

/** Every kind of mail with example values, wherever mail goes. */
export const listMailSamples = ({ mail, letterSamples }: Ctx) =>
  Promise.resolve(
    Object.entries(letterSamples).map(([name, content]) => ({ name, ...mail.preview(content) })),
  )
