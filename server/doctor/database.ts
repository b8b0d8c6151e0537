import pg from 'pg'
import { machineNow, mostOffSeconds } from '../platform/clock.ts'
import { compareMigrations } from '../platform/database/migrate.ts'
import { sessionDays } from '../areas/session/who.ts'
import { hasDemonstration } from '../start.ts'
import { either, found, safe, unknown, type Finding } from './finding.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { many } from '#contract/words.ts'

const mostWaitingSeconds = 7200
const waitMs = 10_000

/** What the database says about the installation. */
export const lookAtDatabase = (url: string): Promise<Finding[]> =>
  found('The database isn’t responding', async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitMs })
    client.on('error', () => {})
    await client.connect()
    try {
      return [
        ...(await lookAtClock(client)),
        // a database of another version may lack what the others read
        ...(await found('Migrations couldn’t be checked', () => lookAtMigrations(client))),
        ...(await found('Logins couldn’t be checked', () => lookAtPeople(client))),
        ...(await found('Workers and jobs couldn’t be checked', () => lookAtWork(client))),
        unknown('Backups: Feedstock doesn’t make them. Check that you can restore yesterday’s'),
      ]
    } finally {
      await client.end().catch(() => {})
    }
  })

async function single<T extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) {
  const { rows } = await client.query<T>(text, values)
  const [row] = rows
  if (!row) throw new Error('A query returned no row')
  return row
}

async function lookAtClock(client: pg.Client): Promise<Finding[]> {
  const { ms } = await single<{ ms: string }>(
    client,
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  const seconds = Math.round((machineNow() - Number(ms)) / 1000)
  return [
    either(
      Math.abs(seconds) <= mostOffSeconds,
      `This machine’s clock agrees with the database’s (${seconds} s)`,
      `This machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}, so no billing runs here. Synchronize it`,
    ),
  ]
}

async function lookAtMigrations(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const { pending, newer } = compareMigrations(rows.map((row) => row.name))
  return [
    either(
      newer.length === 0,
      'The database isn’t newer than this version',
      `The database is from a newer version (${newer.slice(0, 3).join(', ')}). Update Feedstock`,
    ),
    either(
      pending.length === 0,
      'All migrations are applied',
      `${many(pending.length, 'migration')} not applied. Restart every process with this version`,
    ),
  ]
}

async function lookAtPeople(client: pg.Client): Promise<Finding[]> {
  const isDemo = await hasDemonstration(client)
  const { passkeys } = await single<{ passkeys: boolean }>(
    client,
    `select to_regclass('passkey') is not null as passkeys`,
  )
  const { staff, without, old } = await single<{ staff: number; without: number; old: number }>(
    client,
    `select count(*)::int as staff,
       (count(*) filter (where not exists (
         select from second_factor f where f.login_id = l.login_id and f.confirmed_tm is not null)
         ${passkeys ? 'and not exists (select from passkey p where p.login_id = l.login_id)' : ''}))::int as without,
       (select count(*) from session where insert_tm < now() - make_interval(days => $1::int, hours => 2))::int as old
     from login l
     where role <> 'customer' and to_jsonb(l)->>'disabled_tm' is null`,
    [sessionDays],
  )
  return [
    either(
      !isDemo,
      'No demo accounts',
      'The database has demo accounts, and their password is public. Use another database',
    ),
    either(
      staff > 0,
      `${many(staff, 'staff login')}`,
      'No staff logins. Create the first admin with the link that each start prints',
    ),
    either(
      without === 0,
      'All staff use two-step sign-in',
      `${many(without, 'staff login')} without two-step sign-in. Turn it on in Account Details`,
    ),
    either(
      old === 0,
      `No sessions older than ${many(sessionDays, 'day')}`,
      `${many(old, 'session')} older than ${many(sessionDays, 'day')}. Check that a worker is running: workers end them`,
    ),
  ]
}

async function lookAtWork(client: pg.Client): Promise<Finding[]> {
  const { workers, waiting, clocks, mails, cleaned } = await single<{
    workers: number
    waiting: number
    clocks: number
    mails: number
    cleaned: boolean
  }>(
    client,
    `select
       (select count(*) from job_server where heartbeat_tm > now() - interval '1 minute')::int as workers,
       (select coalesce(extract(epoch from now() - min(queued_tm)), 0) from job where job_status = $1)::int as waiting,
       (select count(*) from clock_off where tm > now() - interval '1 minute')::int as clocks,
       (select count(*) from mail
        where sent_tm is null and tm between now() - interval '1 day' and now() - interval '1 hour')::int as mails,
       exists (select from retention_day where done_tm > now() - interval '2 days')
         or not exists (select from migration where name like '0106%' and applied_tm < now() - interval '2 days') as cleaned`,
    [jobStatus.scheduled],
  )
  const minutes = Math.round(waiting / 60)
  return [
    either(
      workers > 0,
      `${many(workers, 'worker')} running`,
      'No workers running. Start one with “npm start worker”',
    ),
    either(
      waiting <= mostWaitingSeconds,
      waiting === 0 ? 'No jobs waiting' : `The oldest job has waited for ${many(minutes, 'minute')}`,
      `The oldest job has waited for ${many(minutes, 'minute')}. Check the Job Dashboard, or start more workers`,
    ),
    either(
      clocks === 0,
      'All clocks are right',
      `${many(clocks, 'server')} with a wrong clock. See the Server Dashboard`,
    ),
    either(
      mails === 0,
      'No emails waiting for more than an hour',
      `${many(mails, 'email')} waiting for more than an hour. Check SMTP_URL`,
    ),
    cleaned
      ? safe('Old records are cleaned up daily')
      : either(false, '', 'Old records haven’t been cleaned up for two days. Check that a worker is running'),
  ]
}
