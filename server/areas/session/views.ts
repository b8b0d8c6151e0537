import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { OverView } from '#contract/refusals.ts'
import { many } from '#contract/words.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { record, type Services, type Who } from '#server/platform/services.ts'

/** Why a view ended: what the viewer is told, and how the log's sentence ends. */
const endings = {
  time: ['Your 30 minutes are up.', ', until the time limit'],
  ended: ['This view was ended.', ''],
  deleted: ['This account was deleted.', ', until the account was deleted'],
  role: ['Your role no longer allows viewing as a customer.', ', until their role changed'],
  login: ['This login no longer belongs to this customer.', ', until the login was changed or removed'],
  session: ['You signed out.', ', until the session ended'],
} as const
type Ending = keyof typeof endings

/** Of view `w` by `me`, of vendor `v`, as login `l`; null while it is active. */
export const whyOver = (now: RawBuilder<unknown>) => sql`
  case
    when w.ends_tm <= ${now} then 'time'
    when w.ended_tm is not null then 'ended'
    when v.deleted_tm is not null then 'deleted'
    when me.role = 'customer' then 'role'
    when l.role <> 'customer' or l.vendor_id <> w.vendor_id then 'login'
  end`

/** Refuses any call in a view that has ended, so that it never becomes a call by staff. */
export const viewOver = (message: string, view?: OverView) =>
  new Refusal('view_over', message, undefined, view && { view })

export interface ViewRow {
  customer_view_id: number | null
  viewer_id: number
  viewer: string
  customer: string
  viewed_id: number
  company: string
  ends_tm: string
  over: Ending | null
}

/** Refuses a view that doesn't exist, belongs to another session, or has ended. */
export function requireView(row: ViewRow): void {
  if (row.customer_view_id === null) throw viewOver('View not found, or it belongs to someone else.')
  const { over: ending, viewed_id: vendor_id, company } = row
  if (ending) throw viewOver(endings[ending][0], { vendor_id, company })
}

/** The view that a call is made in: the text must be an id; anything else is no view. */
export function viewingOf(req: FastifyRequest): number | undefined {
  if (req.viewing === undefined) {
    const { viewing } = (req.query ?? {}) as { viewing?: unknown }
    // the query is parsed again by its schema later, so keep what it said
    const id = typeof viewing === 'string' && /^\d{1,9}$/.test(viewing) ? Number(viewing) : 0
    req.viewing = viewing === undefined ? null : id
  }
  return req.viewing ?? undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The view of a customer's account that the call is made in; undefined: not looked up yet. */
    viewing?: number | null
  }
}

interface EndedView {
  vendor_id: number
  viewer: string
  customer: string
  company: string
  why: Ending | null
  seconds: number
}

/** Ends open views, each with an entry in the vendor's log that names both people. */
export async function endViews(
  tx: Tx,
  clock: Services['clock'],
  condition: RawBuilder<unknown>,
  actor: { who?: Who; requestId?: string } = {},
): Promise<void> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`
  const { rows } = await sql<EndedView>`
    with over as (
      select w.customer_view_id, v.company,
        coalesce(${whyOver(now)}, case when ${noSession} then 'session' end) as why
      from customer_view w
      join login me on me.login_id = w.login_id
      join login l on l.login_id = w.customer_login_id
      join vendor v on v.vendor_id = w.vendor_id
      where w.ended_tm is null and ${condition}
      for update of w)
    update customer_view w
    set ended_tm = least(${now}, w.ends_tm)
    from over o
    where o.customer_view_id = w.customer_view_id
    returning w.vendor_id, w.viewer, w.customer, o.company, o.why,
      extract(epoch from w.ended_tm - w.began_tm)::int as seconds`.execute(tx)
  for (const { vendor_id, viewer, customer, company, why: ending, seconds } of rows) {
    const minutes = Math.round(seconds / 60)
    const long = minutes < 1 ? 'less than a minute' : many(minutes, 'minute')
    const untilText = ending ? endings[ending][1] : ''
    await record(tx, actor, {
      type: 'vendor.view_end',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `${viewer} viewed this account as ${customer} of ${company} for ${long}${untilText}`,
    })
  }
}

const noSession = sql`not exists (
  select
  from session s
  where s.token_hash = w.session_hash and s.expires_tm > now())`

/** Ends the views that have expired, for the log: they give no access any more. */
export const endViewsOver = ({ db, clock }: Services): Promise<void> => {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`
  return db
    .transaction()
    .execute((tx) => endViews(tx, clock, sql`(${whyOver(now)} is not null or ${noSession})`))
}

/** Opens a view, which lasts as long as its session, up to a limit. */
export async function openView(
  db: Db,
  view: {
    sessionToken: string
    who: Who
    vendor_id: number
    customer: { login_id: number; name: string }
    began: number
    lasts: number
  },
): Promise<number> {
  const { sessionToken, who, vendor_id, customer, began, lasts } = view
  const { customer_view_id } = await db
    .insertInto('customer_view')
    .values({
      session_hash: sha256(sessionToken),
      login_id: who.login_id,
      viewer: who.name,
      vendor_id,
      customer_login_id: customer.login_id,
      customer: customer.name,
      began_tm: new Date(began).toISOString(),
      ends_tm: new Date(began + lasts).toISOString(),
    })
    .returning('customer_view_id')
    .executeTakeFirstOrThrow()
  return customer_view_id
}
