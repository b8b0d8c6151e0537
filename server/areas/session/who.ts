import { present } from '#contract/present.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import { accountOperations, type Account } from '#contract/session/account.ts'
import { idleHeader } from '#contract/session/idle.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256, type Secrets } from '#server/platform/secrets.ts'
import type { Ctx, Services, Who } from '#server/platform/services.ts'
import type { EditedRecord } from '#server/platform/database/versions.ts'
import { cookie, secure, sessionCookie } from './cookie.ts'
import { deviceOf } from './device.ts'
import { hasOwnStep, hasProvider, requiresStep } from './second-factor/own-step.ts'
import { requireView, viewingOf, whyOver, type ViewRow } from './views.ts'

export const sessionDays = 14
/** A staff session ends after this long without use by a person. */
export const idleHours = 12
/** A sign-in counts as fresh this long. */
export const freshMinutes = 10

type AccountRow = Omit<Account, 'contact' | 'needs_two_step'> & {
  first_name: string
  last_name: string
  phone: string
  daily: boolean
}

/** More are shown as 99+, so no more than these are counted. */
const mostUnread = 1000
/** How many notifications the staff member of `login l` hasn't read, as a part of a statement. */
export const unreadOfLogin = sql<number>`(
    select count(*)
    from (
      select
      from system_message m
      where m.insert_tm > l.last_acknowledge_tm and not m.dismissed
      limit ${sql.lit(mostUnread)}) unread)`

const people = sql`
  login l
  join vendor v on v.vendor_id = l.vendor_id
  left join contact c on c.contact_id = v.primary_contact_id`
const accountColumns = sql`
  l.vendor_id,
  l.email,
  l.role,
  l.time_zone,
  v.company,
  exists (
    select
    from vendor_custom_feed f
    where f.vendor_id = v.vendor_id and f.active) as has_feeds,
  coalesce(c.first_name, '') as first_name,
  coalesce(c.last_name, '') as last_name,
  coalesce(c.primary_phone, '') as phone,
  coalesce(c.daily_update_email, false) as daily,
  (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('email', n.email, 'billing', n.billing, 'updates', n.updates, 'deleted', false)
        order by n.email),
      '[]')
    from notification_email n
    where n.vendor_id = v.vendor_id
  ) as notifications,
  case when l.role = 'customer' then 0 else ${unreadOfLogin} end as system_message_unread_count`

const { getAccount: check } = accountOperations
/** Accounts already read by the session's own statement. */
const accounts = new WeakMap<FastifyRequest, Account>()

/**
 * The name of the person behind `login l`: the contact with its email. An account's other logins aren't
 * its primary contact; a staff account belongs to one person.
 */
export const personOfLogin = sql<string>`coalesce(
    (
      select nullif(trim(p.first_name || ' ' || p.last_name), '')
      from contact p
      where p.vendor_id = l.vendor_id and lower(p.email) = lower(l.email)
      order by p.contact_id
      limit 1),
    case when l.role <> 'customer' then nullif(trim(c.first_name || ' ' || c.last_name), '') end,
    l.email)`

declare module 'fastify' {
  interface FastifyRequest {
    /** The session cookie, whatever its name here. */
    sessionToken: string | undefined
  }
}

/** The session's token, from the cookie that has its name here. */
export const sessionTokenOf = (config: Ctx['config'], { cookies }: FastifyRequest) =>
  cookies[sessionCookie(config)]

/** How often it is recorded that a session is in use. */
const seenEvery = sql.raw(`interval '10 minutes'`)
/** Whether session `s` is still open, whose login is the one named. */
const isOpen = (login: 'l' | 'me') => sql`
  s.expires_tm > now()
    and (
      ${sql.ref(`${login}.role`)} = 'customer'
      or s.seen_tm > now() - ${sql.raw(`interval '${idleHours} hours'`)})`
/** @param login the login of whoever signed in, also while they view another account */
const whoColumns = (whole: boolean, login: 'l' | 'me') => sql`
    ${whole ? accountColumns : sql`l.vendor_id, l.email, l.role`},
    l.login_id,
    s.seen_tm < now() - ${seenEvery} as unseen,
    s.fresh_tm > now() - ${sql.raw(`interval '${freshMinutes} minutes'`)} as fresh,
    ${requiresStep(sql.ref(`${login}.role`))}
      and not (s.two_step and (${hasOwnStep(sql.ref(`${login}.login_id`))}
        or ${hasProvider(sql.ref(`${login}.login_id`))})) as needs_two_step,
    ${personOfLogin} as name`
const sessionQuery = (whole: boolean) => sql`
  select ${whoColumns(whole, 'l')}
  from ${people}
  join session s on s.login_id = l.login_id
  where s.token_hash = ${sql.raw('$1')}
    and ${isOpen('l')}
    and l.disabled_tm is null
    and v.deleted_tm is null`
/** The same for the customer whose account a staff member views in this session. */
const viewQuery = (whole: boolean) => sql`
  select ${whoColumns(whole, 'me')},
    w.customer_view_id, w.login_id as viewer_id, w.viewer, w.customer, w.vendor_id as viewed_id, v.company,
    w.ends_tm, ${whyOver(sql`${sql.raw('$3')}::timestamptz`)} as over
  from session s
  join login me on me.login_id = s.login_id
  join vendor mine on mine.vendor_id = me.vendor_id
  left join (
    customer_view w
    join login l on l.login_id = w.customer_login_id
    join vendor v on v.vendor_id = w.vendor_id
    left join contact c on c.contact_id = v.primary_contact_id
  ) on w.customer_view_id = ${sql.raw('$2')}::int and w.session_hash = s.token_hash
  where s.token_hash = ${sql.raw('$1')}
    and ${isOpen('me')}
    and me.disabled_tm is null
    and mine.deleted_tm is null`
/** Every request runs one of these, so their texts are built once. */
const texts: Record<string, string> = {}
const textOf = (db: Db, whole: boolean, viewing: boolean): string =>
  (texts[`${whole} ${viewing}`] ??= (viewing ? viewQuery : sessionQuery)(whole).compile(db).sql)

/**
 * Whose session cookie this is: one statement by primary key, which also reads the account if that is all
 * that is requested. In a view of a customer's account, that customer (docs/domain/vendor-access.md, Customer view).
 */
export async function identify(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  req: FastifyRequest,
): Promise<Who | null> {
  const token = req.sessionToken
  if (!token || token.length > 100) return null
  const { operation } = req.routeOptions.config
  const whole = operation === check
  const view = viewingOf(req)
  const now = clock.now()
  const parameters = [sha256(token), ...(view === undefined ? [] : [view, new Date(now).toISOString()])]
  const query = CompiledQuery.raw(textOf(db, whole, view !== undefined), parameters)
  const row = (await db.executeQuery(query)).rows[0] as
    | (Who & { fresh: boolean; needs_two_step: boolean } & AccountRow & ViewRow & { unseen: boolean })
    | undefined
  if (!row) return null
  if (view !== undefined) requireView(row)
  if (row.unseen && isByPerson(req))
    await sql`update session set seen_tm = now() where token_hash = ${parameters[0]}`.execute(db)
  if (whole) accounts.set(req, view === undefined ? toAccount(row) : toViewed(row, now))
  const { login_id, vendor_id, email, role, name, fresh, needs_two_step } = row
  const who = { login_id, vendor_id, email, role, name, fresh, needs_two_step }
  return view === undefined ? who : { ...who, viewed_by: { login_id: row.viewer_id, company: row.company } }
}

/** A page that nobody uses keeps asking by itself, and so does a live stream: neither keeps a session open. */
const isByPerson = ({ headers, routeOptions }: FastifyRequest) =>
  headers[idleHeader] === undefined && routeOptions.config.operation?.answer !== 'events'

/** The account that is viewed, and by whom. */
const toViewed = (row: AccountRow & ViewRow, now: number): Account => ({
  ...toAccount(row),
  viewing: {
    customer_view_id: present(row.customer_view_id, 'The view'),
    customer: row.customer,
    viewer: row.viewer,
    seconds_left: Math.ceil((Date.parse(row.ends_tm) - now) / 1000),
  },
})

export async function openSession(
  db: Db,
  { config, secrets, req, reply }: Pick<Ctx, 'config' | 'secrets' | 'req' | 'reply'>,
  loginId: number,
  twoStep = false,
): Promise<{ device: string; address: string; tm: string }> {
  const token = randomToken()
  const agent = (req.headers['user-agent'] ?? '').slice(0, 400)
  const { rows } = await sql<{ tm: string }>`
    insert into session (token_hash, login_id, expires_tm, address, agent, two_step)
    values (${sha256(token)}, ${loginId}, now() + make_interval(days => ${sessionDays}::int), ${req.ip},
      ${agent}, ${twoStep}::bool)
    returning insert_tm as tm`.execute(db)
  reply.setCookie(sessionCookie(config), token, {
    ...cookie,
    httpOnly: true,
    secure: secure(config),
    maxAge: sessionDays * 86_400,
  })
  reply.setCookie('signed-in', '1', { ...cookie, secure: secure(config), maxAge: sessionDays * 86_400 })
  setXsrfToken({ config, secrets, reply }, token)
  return { device: deviceOf(agent), address: req.ip, tm: singleRow(rows).tm }
}

export function clearSession(ctx: Pick<Ctx, 'config' | 'secrets' | 'reply'>): void {
  // a browser deletes such a cookie only over https
  ctx.reply.clearCookie(sessionCookie(ctx.config), { ...cookie, secure: secure(ctx.config) })
  ctx.reply.clearCookie('signed-in', cookie)
  setXsrfToken(ctx, '')
}

/** The token belongs to a session, or to nobody signed in: another person's is refused. */
const setXsrfToken = (
  { config, secrets, reply }: Pick<Ctx, 'config' | 'secrets' | 'reply'>,
  sessionToken: string,
) => reply.setCookie('XSRF-TOKEN', secrets.signedToken(sessionToken), { ...cookie, secure: secure(config) })

/**
 * Every page and answer sets a token that a write must return in X-XSRF-TOKEN. A read only checks that
 * there is one: a page or a write replaces one that isn't this session's.
 */
export function giveXsrfToken(ctx: Pick<Ctx, 'config' | 'secrets' | 'req' | 'reply'>): void {
  const { secrets, req } = ctx
  const cookieToken = req.cookies['XSRF-TOKEN']
  const { operation } = req.routeOptions.config
  if (cookieToken && (operation?.method === 'GET' || secrets.isOurs(cookieToken, req.sessionToken))) return
  setXsrfToken(ctx, req.sessionToken ?? '')
}

export function hasXsrfToken(secrets: Secrets, req: FastifyRequest): boolean {
  const headerToken = req.headers['x-xsrf-token']
  return (
    typeof headerToken === 'string' &&
    headerToken === req.cookies['XSRF-TOKEN'] &&
    secrets.isOurs(headerToken, req.sessionToken)
  )
}

/** The account as the signed-in person sees it. */
export async function readAccount(db: Db, loginId: number): Promise<Account> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns}
    from ${people}
    where l.login_id = ${loginId}`.execute(db)
  return toAccount(singleRow(rows))
}

function toAccount(row: AccountRow): Account {
  const { first_name, last_name, phone, daily, ...account } = row
  const daily_update_notifications = daily ? 1 : 0
  return {
    ...account,
    contact: { company: row.company, first_name, last_name, daily_update_notifications, phone },
  }
}

export const getAccount = async (ctx: Ctx): Promise<Account> =>
  accounts.get(ctx.req) ?? readAccount(ctx.db, ctx.who.login_id)
/** What the form of the caller's own account edits; staff edit some of it, too. */
export const editedAccount = (id: number): EditedRecord => ({
  entity: 'vendor',
  id,
  types: ['account.emails', 'vendor.contact', 'vendor.save'],
})
export const countUnreadMessages = async (ctx: Ctx) => ({
  unread_count: (await getAccount(ctx)).system_message_unread_count,
})
