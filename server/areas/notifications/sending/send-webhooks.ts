import type { EndpointForm } from '#contract/notifications/endpoints.ts'
import { present } from '#contract/present.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { postWebhook, type WebhookAnswer } from './post-webhook.ts'
import { signedHeaders } from './signature.ts'
import { webhookBody, type WebhookNotice, type WebhookPhase } from './webhook-body.ts'
import { isOutdated, isSnoozed } from './still-so.ts'

/** Two at once to one endpoint, so that a slow one holds up no other. */
export const atOncePerEndpoint = 2
/** The most that one turn sends. */
const mostATurn = 20
/** Waits after each failed attempt, in seconds; then the message has failed. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** So many failures in a row make an endpoint failing; so many days of nothing else turn it off. */
export const failuresUntilFailing = 5
export const failingDaysUntilOff = 5
/** A message claimed longer ago was being sent by a process that is gone. */
const forgottenSeconds = 60

interface Claimed extends Omit<WebhookNotice, 'id'> {
  notice_delivery_id: number
  system_message_id: number
  notice_endpoint_id: number
  phase: WebhookPhase
  tries: number
  webhook_id: string
  form: EndpointForm
  url_sealed: string
  secret_sealed: string | null
  previous_secret_sealed: string | null
  claimed_tm: string
}

type Sender = Pick<Services, 'db' | 'secrets' | 'config' | 'log'>

/** Sends webhook messages that are due. Each is claimed first, and its outcome is kept whatever it is. */
export async function sendWebhooks(services: Sender): Promise<void> {
  const claimed = await claim(services.db)
  await Promise.all(claimed.map((message) => sendOne(services, message)))
}

async function sendOne({ db, secrets, config, log }: Sender, message: Claimed): Promise<void> {
  const body = webhookBody(
    message.form,
    {
      notice: { ...message, id: message.system_message_id },
      phase: message.phase,
      sent_tm: message.claimed_tm,
    },
    config.publicUrl,
  )
  const seconds = Math.floor(Date.parse(message.claimed_tm) / 1000)
  const keys = [message.secret_sealed, message.previous_secret_sealed].filter((sealed) => sealed !== null)
  const headers = signedHeaders(
    { id: message.webhook_id, seconds, body },
    keys.map((sealed) => secrets.open(sealed)),
  )
  const answer = await postWebhook(
    { url: secrets.open(message.url_sealed), headers: message.form === 'standard' ? headers : {}, body },
    config.fetchAllowHosts,
  )
  await settle(db, message, answer)
  if (!isAccepted(answer))
    log.info({ endpoint: message.notice_endpoint_id, status: answer.status }, 'webhook failed')
}

const isAccepted = ({ status }: WebhookAnswer) => status !== null && status >= 200 && status < 300

async function claim(db: Db): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select next.notice_delivery_id
      from notice_endpoint e
      cross join lateral (
        select d.notice_delivery_id
        from notice_delivery d
        join system_message m on m.id = d.system_message_id
        where d.notice_endpoint_id = e.notice_endpoint_id
          and d.due_tm <= now()
          and (
            (d.state = 'waiting' and not ${isOutdated} and not ${isSnoozed})
            or (d.state = 'sending' and d.claimed_tm < now() - ${forgotten()}))
        order by d.due_tm, d.notice_delivery_id
        limit greatest(0, ${atOncePerEndpoint}::int - (
          select count(*)::int
          from notice_delivery b
          where b.notice_endpoint_id = e.notice_endpoint_id
            and b.state = 'sending'
            and b.claimed_tm > now() - ${forgotten()}))
        for update of d skip locked) next
      where e.state <> 'off'
      limit ${mostATurn})
    update notice_delivery d
    set state = 'sending', tries = d.tries + 1, claimed_tm = clock_timestamp(),
      webhook_id = coalesce(d.webhook_id, 'msg_' || gen_random_uuid())
    from due, notice_endpoint e, system_message m
    where d.notice_delivery_id = due.notice_delivery_id
      and e.notice_endpoint_id = d.notice_endpoint_id
      and m.id = d.system_message_id
    returning d.notice_delivery_id, d.system_message_id, d.notice_endpoint_id, d.phase, d.tries, d.webhook_id,
      d.claimed_tm, e.form, e.url_sealed, e.secret_sealed,
      case when e.previous_until > now() then e.previous_secret_sealed end as previous_secret_sealed,
      m.event_key, m.kind, m.severity, m.message, m.link, m.count, m.began_tm, m.ended_tm, m.version`.execute(
    db,
  )
  return rows
}
const forgotten = () => sql`make_interval(secs => ${forgottenSeconds}::int)`

/** A process that was slow beyond its claim changes nothing. */
async function settle(db: Db, message: Claimed, answer: WebhookAnswer): Promise<void> {
  const sent = isAccepted(answer)
  const wait = retrySeconds[message.tries - 1]
  const isGone = answer.status === 410
  const state = sent ? 'sent' : wait === undefined || isGone ? 'failed' : 'waiting'
  // a receiver may ask for a longer wait, never for a shorter one: it would use up all tries within a minute
  const seconds = Math.max(answer.retryAfter ?? 0, jittered(wait ?? 0, message.notice_delivery_id))
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update notice_delivery
      set state = ${state}, sent_tm = case when ${sent} then clock_timestamp() end,
        due_tm = case when ${state === 'waiting'} then now() + make_interval(secs => ${seconds}::float8) else due_tm end,
        answer_status = ${answer.status}, answer_text = ${answer.text}, answer_ms = ${answer.ms}
      where notice_delivery_id = ${message.notice_delivery_id}
        and state = 'sending'
        and tries = ${message.tries}`.execute(tx)
    if (!present(numAffectedRows, 'A count of rows')) return
    await sql`
      update notice_endpoint
      set failures = case when ${sent} then 0 else failures + 1 end,
        failing_since = case when ${sent} then null else coalesce(failing_since, now()) end,
        state = case
          when state = 'off' or ${isGone} then 'off'
          when ${sent} then 'on'
          when failing_since < now() - make_interval(days => ${failingDaysUntilOff}::int) then 'off'
          when failures + 1 >= ${failuresUntilFailing}::int then 'failing'
          else state
        end,
        off_reason = case
          when state = 'off' then off_reason
          when ${isGone} then 'The endpoint answered 410 (Gone)'
          when not ${sent} and failing_since < now() - make_interval(days => ${failingDaysUntilOff}::int)
            then 'Nothing was accepted for ' || ${failingDaysUntilOff}::int || ' days'
        end
      where notice_endpoint_id = ${message.notice_endpoint_id}`.execute(tx)
  })
}

/** Up to a fifth more or less, so that messages that failed together don't come together again. */
const jittered = (seconds: number, seed: number) => seconds * (0.8 + ((seed * 2_654_435_761) % 1000) / 2500)
