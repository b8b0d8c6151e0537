import { isIP } from 'node:net'
import type { Parsed } from '#contract/index.ts'
import { bothSecretsHours, endpointForms, mostEndpoints } from '#contract/notifications/endpoints.ts'
import { isClosed } from '#server/platform/addresses.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, invalid, Refusal } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { newSecret } from '../sending/signature.ts'
import { lockEndpoint } from './known-endpoint.ts'

const entity = 'notice_endpoint'

/** The answer contains the signing secret, which is never shown again. */
export const addNoticeEndpoint = (ctx: Ctx, { body }: Parsed<'addNoticeEndpoint'>) =>
  write(ctx, async (tx, logActivity) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('notification endpoints', 0))`.execute(tx)
    const { count } = await tx
      .selectFrom('notice_endpoint')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostEndpoints)
      throw new Refusal('too_many', `At most ${mostEndpoints} webhooks. Delete one first`)
    const secret = body.form === 'standard' ? newSecret() : null
    const { notice_endpoint_id } = await tx
      .insertInto('notice_endpoint')
      .values({
        name: body.name,
        form: body.form,
        ...addressColumns(ctx, body.url),
        secret_sealed: secret && ctx.secrets.seal(secret),
        made_by_name: ctx.who.name,
      })
      .returning('notice_endpoint_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'notification.endpoint',
      entity,
      entity_id: notice_endpoint_id,
      message: `${endpointForms[body.form]} ${body.name} added`,
    })
    return { notice_endpoint_id, secret }
  })

export const saveNoticeEndpoint = (ctx: Ctx, { params, body }: Parsed<'saveNoticeEndpoint'>) =>
  write(ctx, async (tx, logActivity) => {
    const before = await lockEndpoint(tx, params.notice_endpoint_id)
    if (before.version !== body.version)
      throw conflict('Someone else changed this webhook. Reload to see their changes')
    const isTurned = body.on !== (before.state !== 'off')
    const saved = await tx
      .updateTable('notice_endpoint')
      .set({
        name: body.name,
        ...(body.url && addressColumns(ctx, body.url)),
        ...(isTurned && {
          state: body.on ? ('on' as const) : ('off' as const),
          off_reason: body.on ? null : `Turned off by ${ctx.who.name}`,
          failures: 0,
          failing_since: null,
        }),
        version: before.version + 1,
      })
      .where('notice_endpoint_id', '=', before.notice_endpoint_id)
      .returning('version')
      .executeTakeFirstOrThrow()
    if (isTurned && !body.on) await dropWaiting(tx, before.notice_endpoint_id)
    await logActivity({
      type: 'notification.endpoint',
      entity,
      entity_id: before.notice_endpoint_id,
      message: `Webhook ${body.name} ${isTurned ? (body.on ? 'turned on' : 'turned off') : 'changed'}${body.url ? ', with a new URL' : ''}`,
    })
    return saved
  })

/** Messages are signed by both secrets for a day, so that the receiver can change over. */
export const changeNoticeSecret = (ctx: Ctx, { params }: Parsed<'changeNoticeSecret'>) =>
  write(ctx, async (tx, logActivity) => {
    const before = await lockEndpoint(tx, params.notice_endpoint_id)
    if (before.secret_sealed === null) throw conflict('Slack and Teams have no signing secret')
    const secret = newSecret()
    await tx
      .updateTable('notice_endpoint')
      .set({
        secret_sealed: ctx.secrets.seal(secret),
        previous_secret_sealed: before.secret_sealed,
        previous_until: sql`now() + make_interval(hours => ${bothSecretsHours}::int)`,
        version: before.version + 1,
      })
      .where('notice_endpoint_id', '=', before.notice_endpoint_id)
      .execute()
    await logActivity({
      type: 'notification.endpoint',
      entity,
      entity_id: before.notice_endpoint_id,
      message: `Signing secret of webhook ${before.name} changed`,
    })
    return { secret }
  })

export const deleteNoticeEndpoint = (ctx: Ctx, { params }: Parsed<'deleteNoticeEndpoint'>) =>
  write(ctx, async (tx, logActivity) => {
    const { notice_endpoint_id, name } = await lockEndpoint(tx, params.notice_endpoint_id)
    await tx.deleteFrom('notice_endpoint').where('notice_endpoint_id', '=', notice_endpoint_id).execute()
    await logActivity({
      type: 'notification.endpoint',
      entity,
      entity_id: notice_endpoint_id,
      message: `Webhook ${name} deleted`,
    })
  })

function addressColumns({ secrets, config }: Ctx, url: string) {
  const { protocol, host, hostname } = new URL(url)
  const isAllowed = [host, hostname].some((name) => config.fetchAllowHosts.includes(name))
  if (protocol !== 'https:' && !isAllowed) throw invalid({ url: 'Enter a URL that starts with https://' })
  // a name is resolved when a message is sent
  const ip = hostname.replace(/^\[|\]$/g, '')
  if (!isAllowed && (ip === 'localhost' || (isIP(ip) !== 0 && isClosed(ip))))
    throw invalid({ url: 'Enter a public URL. This address is in a private network' })
  return { url_sealed: secrets.seal(url), host }
}

const dropWaiting = (tx: Tx, id: number) =>
  sql`
    update notice_delivery
    set state = 'dropped', dropped = 'endpoint'
    where notice_endpoint_id = ${id} and state = 'waiting'`.execute(tx)
