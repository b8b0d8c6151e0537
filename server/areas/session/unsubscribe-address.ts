import type { FastifyInstance } from 'fastify'
import type { Parsed } from '#contract/index.ts'
import { mailsOf, type MailKind } from '#contract/session/mail-kinds.ts'
import { unknownLink, unsubscribeOperations } from '#contract/session/unsubscribe.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { record, type Ctx } from '#server/platform/services.ts'
import { readUnsubscribeKey, type UnsubscribeRequest } from '#server/platform/mail/unsubscribe-key.ts'

const answer = ({ address, kind }: UnsubscribeRequest, isUnsubscribed: boolean) => ({
  valid: true,
  email: address,
  mails: mailsOf(kind),
  ended: isUnsubscribed,
})

/** What a link would end; opening it ends nothing (docs/domain/emails.md, Unsubscribing). */
export async function checkUnsubscribe(ctx: Ctx, { params }: Parsed<'checkUnsubscribe'>) {
  const unsubscribe = await readLink(ctx, params)
  return unsubscribe ? answer(unsubscribe, await isEnded(ctx.db, unsubscribe)) : unknownLink
}

/**
 * Ends what the link names, once; it needs neither a session nor a token nor a limit, since links can't be
 * guessed.
 */
export async function unsubscribeAddress(ctx: Ctx, { params }: Parsed<'unsubscribeAddress'>) {
  const unsubscribe = await readLink(ctx, params)
  if (!unsubscribe) return unknownLink
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await end(tx, unsubscribe))) return
    await record(
      tx,
      { requestId: ctx.requestId },
      {
        type: 'session.unsubscribe',
        vendor_id: unsubscribe.vendor_id,
        message: `${unsubscribe.address} unsubscribed from ${mailsOf(unsubscribe.kind)} by email link`,
      },
    )
  })
  return answer(unsubscribe, true)
}

/**
 * Resubscribes somebody who turns such mail on again in the account.
 * @param addresses undefined: all of the vendor's
 */
export async function subscribeAgain(
  tx: Tx,
  { vendor_id, addresses, kind }: { vendor_id: number; addresses?: readonly string[]; kind: MailKind },
): Promise<void> {
  const all = addresses?.map((address) => address.toLowerCase()) ?? null
  await sql`
    delete from mail_unsubscribe
    where vendor_id = ${vendor_id}
      and kind = ${kind}
      and (${all}::text[] is null or address = any(${all}::text[]))`.execute(tx)
}

/** The vendor's addresses that unsubscribed from mail of a kind by its link. */
export async function unsubscribedOf(
  db: Db,
  { vendor_id, addresses, kind }: { vendor_id: number; addresses: readonly string[]; kind: MailKind },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address
    from mail_unsubscribe
    where vendor_id = ${vendor_id}
      and kind = ${kind}
      and address = any(${addresses.map((address) => address.toLowerCase())}::text[])
    limit 1000`.execute(db)
  return addresses.filter((recipient) => rows.some(({ address }) => address === recipient.toLowerCase()))
}

async function readLink(ctx: Ctx, { vid, key }: { vid: number; key: string }) {
  const content = readUnsubscribeKey(ctx.secrets, vid, key)
  if (!content) return undefined
  const vendor = await ctx.db
    .selectFrom('vendor')
    .select('vendor_id')
    .where('vendor_id', '=', vid)
    .where('erased_tm', 'is', null)
    .executeTakeFirst()
  return vendor && content
}

/** A contact's setting is authoritative for these: the account shows it and can turn it on again. */
const isChosen = (kind: string) => kind === 'daily_updates'

async function isEnded(db: Db, { vendor_id, address, kind }: UnsubscribeRequest): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select exists (
        select
        from mail_unsubscribe
        where vendor_id = ${vendor_id} and address = ${address} and kind = ${kind})
      or (${isChosen(kind)} and not exists (
        select
        from contact
        where vendor_id = ${vendor_id} and lower(email) = ${address} and daily_update_email)) as ended`.execute(
    db,
  )
  return singleRow(rows).ended
}

/** False: it had ended before. */
async function end(tx: Tx, { vendor_id, address, kind }: UnsubscribeRequest): Promise<boolean> {
  const { rows } = await (
    isChosen(kind)
      ? sql`
          update contact set daily_update_email = false
          where vendor_id = ${vendor_id} and lower(email) = ${address} and daily_update_email
          returning 1`
      : sql`
          insert into mail_unsubscribe (vendor_id, address, kind)
          values (${vendor_id}, ${address}, ${kind})
          on conflict do nothing
          returning 1`
  ).execute(tx)
  return rows.length > 0
}

/**
 * A mail client that doesn't support one-click unsubscribing opens the same address in a browser and is
 * redirected to the page.
 */
export function leadToUnsubscribe(app: FastifyInstance): void {
  app.addHook('onRequest', async (req, reply) => {
    const { operation } = req.routeOptions.config
    if (operation !== unsubscribeOperations.checkUnsubscribe) return
    if (!req.headers.accept?.includes('text/html')) return
    return reply.redirect(req.url.replace('/api-public/account', ''))
  })
}
