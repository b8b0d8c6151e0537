import { z } from 'zod'
import { many } from '#contract/words.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { JobResult, RunningJob, Services } from '#server/platform/service-types.ts'
import { changeToSend } from './compare-sides.ts'
import { DirectFault, openDirectApp, type DirectApp, type RemoteOrder } from './direct-app.ts'
import { receiveOrders, receivePlans, receiveUsers } from './receive.ts'

const payload = z.object({ direct_user_id: z.number().nullable() })
type Payload = z.output<typeof payload>
type Job = RunningJob<Payload>
export const allUsers = 'all'
/** What IS Direct finished late is read again: its clock and its transactions aren't ours. */
const overlap = sql`interval '10 minutes'`
/** A user who keeps changing at IS Direct while we send is left to the next attempt. */
const mostRounds = 3

/** Reads users and orders of IS Direct, and sends what was changed here (docs/domain/direct-app.md, Sync). */
export const syncDirect: JobDefinition<Payload> = {
  type: 'DIRECT_SYNC_JOB',
  payload,
  key: ({ direct_user_id: id }) => (id === null ? 'direct users' : `direct user ${id}`),
  retries: 4,
  timeoutSeconds: 3600,
  async run(job) {
    const { config, pace, signal } = job
    if (!config.directApp) return { completed_with_errors: 'IS Direct isn’t connected' }
    const app = openDirectApp(config.directApp, { pace, signal })
    try {
      await receive(job, app.plans(), receivePlans)
      const id = job.payload.direct_user_id
      return id === null ? await syncAll(job, app) : await syncOne(job, app, id)
    } catch (error) {
      const isForLater = !(error instanceof DirectFault) || ['unavailable', 'conflict'].includes(error.reason)
      if (isForLater) throw error
      return { completed_with_errors: error.message }
    }
  },
}

/** Queues the sync of a user, or of all; null: it waits already. */
export const queueSync = (
  { jobs }: Pick<Services, 'jobs'>,
  tx: Tx,
  { id, subject, requester }: { id: number | null; subject: string; requester: string },
) =>
  jobs.enqueueUnlessWaiting(tx, syncDirect, {
    payload: { direct_user_id: id },
    subject,
    paramValue: id ?? allUsers,
    requestedBy: requester,
    rank: id === null ? 0 : 5,
  })

const receive = async <Read, Kept>(
  { db }: Job,
  reading: Promise<Read>,
  keep: (tx: Tx, read: Read) => Promise<Kept>,
): Promise<Kept> => {
  const read = await reading
  return db.transaction().execute((tx) => keep(tx, read))
}

async function syncOne(job: Job, app: DirectApp, id: number): Promise<JobResult> {
  const sent = await sendChanges(job, app, id)
  if (sent.length > 0) await job.say(`Sent: ${sent.join(', ')}`)
  const { rows } = await sql<{ since: string | null }>`
    select max(changed_at) - ${overlap} as since from direct_order where direct_user_id = ${id}`.execute(
    job.db,
  )
  const orders = await receiveEach(job, app, { userId: id, since: singleRow(rows).since })
  await job.say(`Read ${many(orders, 'new or changed order')}`)
  return { sent, orders }
}

/** Reads the user, and sends what was changed here while IS Direct has what it replaces. */
async function sendChanges(job: Job, app: DirectApp, id: number): Promise<string[]> {
  const sent = new Set<string>()
  let remote = await app.user(id)
  for (let round = 1; ; round++) {
    const read = remote
    const [user] = await job.db.transaction().execute((tx) => receiveUsers(tx, [read]))
    const change = user && changeToSend(user)
    if (!change) return [...sent]
    if (round > mostRounds)
      throw new DirectFault('conflict', 'IS Direct changed this user again while we sent')
    try {
      remote = await app.saveUser(id, remote.version, change)
      for (const field of Object.keys(change)) sent.add(field)
    } catch (error) {
      if (!(error instanceof DirectFault) || error.reason !== 'conflict') throw error
      remote = await app.user(id)
    }
  }
}

async function syncAll(job: Job, app: DirectApp): Promise<JobResult> {
  let users = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<DirectApp['users']>> = await app.users(cursor)
    const stored = await job.db.transaction().execute(async (tx) => {
      const received = await receiveUsers(tx, page.users)
      // what was changed here is sent by a job of each user
      await job.jobs.enqueueEach(
        tx,
        syncDirect,
        received
          .filter((user) => user.unsent.length > 0)
          .map(({ direct_user_id, email }) => ({
            payload: { direct_user_id },
            subject: email,
            paramValue: direct_user_id,
            requestedBy: 'schedule',
          })),
      )
      return received
    })
    users += stored.length
    job.progress(`Read ${many(users, 'user')}`)
    cursor = page.next
  } while (cursor !== null)
  const { rows } = await sql<{
    since: string | null
  }>`select orders_through - ${overlap} as since from direct_sync`.execute(job.db)
  const orders = await receiveEach(job, app, { userId: null, since: singleRow(rows).since })
  await sql`update direct_sync set users_tm = now()`.execute(job.db)
  await job.say(`Read ${many(users, 'user')} and ${many(orders, 'new or changed order')}`)
  return { users, orders }
}

/** Reads orders page by page; each is stored before the next is read, so a killed worker resumes there. */
async function receiveEach(
  job: Job,
  app: DirectApp,
  of: { userId: number | null; since: string | null },
): Promise<number> {
  let orders = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<DirectApp['orders']>> = await app.orders(of, cursor)
    const isWhole = await job.db.transaction().execute(async (tx) => {
      const strangers = await receiveOrders(tx, page.orders)
      if (of.userId === null) await rememberPlace(tx, page.orders, strangers)
      return strangers.length === 0
    })
    orders += page.orders.length
    job.progress(`Read ${many(orders, 'order')}`)
    // orders of users who registered meanwhile are read again by the next sync
    cursor = isWhole ? page.next : null
  } while (cursor !== null)
  return orders
}

async function rememberPlace(
  tx: Tx,
  orders: readonly RemoteOrder[],
  strangers: readonly RemoteOrder[],
): Promise<void> {
  const place = strangers[0] ?? orders.at(-1)
  if (place)
    await sql`
      update direct_sync
      set orders_through = greatest(orders_through, ${place.changed_at}::timestamptz)`.execute(tx)
}
