import { present } from '#contract/present.ts'
import { asinUploadLimits } from '#contract/products/asins/uploads.ts'
import { exportKeptDays } from '#contract/lists/columns.ts'
import { sendDailyUpdates, sendProductAlerts } from './areas/account/public.ts'
import { forgetEndedFeeds } from './areas/custom-feeds/public.ts'
import { syncAllDirectUsers } from './areas/direct-app/public.ts'
import { dropLeftStages, feedFiles, sealSourceKeys, startDueRuns } from './areas/feeds/public.ts'
import { noticeIncidents } from './areas/incidents/public.ts'
import { keepLedgerSums } from './areas/ledger/public.ts'
import { exportFiles } from './areas/lists/public.ts'
import {
  collectEvents,
  lookForProblems,
  planReminders,
  sendNoticeLetters,
  sendWebhooks,
} from './areas/notifications/public.ts'
import { endViewsOver } from './areas/session/public.ts'
import {
  keepBooksChecked,
  reconcile,
  remindOfDisputes,
  renew,
  renewalsTimer,
  sendDueMoney,
  settleDueSubscriptions,
  takeEvents,
} from './areas/payments/public.ts'
import { asinFiles } from './areas/products/public.ts'
import { closeDueMonth, keepReports, planReportMails } from './areas/reports/public.ts'
import { keepRetention } from './areas/retention/public.ts'
import { startStoreUpdates } from './areas/stores/public.ts'
import { platformLogoFiles } from './areas/platforms/public.ts'
import { logoFiles } from './areas/suppliers/public.ts'
import { eraseAccounts, keepActiveDay, keepVendorHealth, vendorLogoFiles } from './areas/vendors/public.ts'
import { alone, sql } from './platform/database/db.ts'
import { removeLeftParts, removeOldFiles } from './platform/files/old-files.ts'
import { removeLeftFiles } from './platform/files/temporary-files.ts'
import type { Services } from './platform/services.ts'

/** How long deleted notes can be restored. */
const notesKeptDays = 30

interface Timer {
  name: string
  everySeconds: number
  /** Not run by a process whose machine's clock is off. */
  movesMoney?: true
  run(services: Services): Promise<unknown>
}

/** Every recurring job of the system. One worker takes each turn. */
export const timers = [
  { name: 'start due feed runs', everySeconds: 15, run: startDueRuns },
  { name: 'update stores with waiting changes', everySeconds: 15, run: startStoreUpdates },
  {
    name: 'end and freeze due subscriptions',
    everySeconds: 900,
    movesMoney: true,
    run: settleDueSubscriptions,
  },
  { name: 'receive gateway events', everySeconds: 60, movesMoney: true, run: takeEvents },
  { name: 'reconcile with the gateway', everySeconds: 86_400, movesMoney: true, run: reconcile },
  { name: 'send dispute evidence reminders', everySeconds: 3600, movesMoney: true, run: remindOfDisputes },
  { name: 'check the books', everySeconds: 86_400, movesMoney: true, run: keepBooksChecked },
  { name: 'sum new ledger entries', everySeconds: 900, movesMoney: true, run: keepLedgerSums },
  { name: 'update recurring revenue', everySeconds: 60, run: keepReports },
  { name: 'close last month', everySeconds: 3600, run: closeDueMonth },
  { name: 'send report emails', everySeconds: 60, run: planReportMails },
  { name: renewalsTimer, everySeconds: 900, movesMoney: true, run: renew },
  { name: 'send pending payments', everySeconds: 15, movesMoney: true, run: sendDueMoney },
  { name: 'end jobs of lost workers', everySeconds: 5, run: (s) => s.jobs.sweep(s) },
  { name: 'sync IS Direct', everySeconds: 6 * 3600, run: syncAllDirectUsers },
  { name: 'send due product alerts', everySeconds: 600, run: sendProductAlerts },
  { name: 'send daily updates', everySeconds: 600, run: sendDailyUpdates },
  { name: 'send waiting emails', everySeconds: 5, run: (s) => s.mail.sendWaiting() },
  {
    name: 'delete lost workers',
    everySeconds: 600,
    run: ({ db }) =>
      sql`
        with clocks as (delete from clock_off where tm < now() - interval '1 day'),
          samples as (delete from server_sample where minute < now() - interval '7 days')
        delete from job_server where heartbeat_tm < now() - interval '1 day'`.execute(db),
  },
  { name: 'seal secrets in saved addresses', everySeconds: 86_400, run: sealSourceKeys },
  { name: 'collect notifications', everySeconds: 2, run: collectEvents },
  { name: 'look for problems', everySeconds: 60, run: lookForProblems },
  { name: 'remind of urgent problems', everySeconds: 60, run: planReminders },
  { name: 'write notification emails', everySeconds: 10, run: sendNoticeLetters },
  { name: 'call notification webhooks', everySeconds: 2, run: sendWebhooks },
  { name: 'open and resolve incidents', everySeconds: 120, run: noticeIncidents },
  { name: 'end expired customer views', everySeconds: 60, run: endViewsOver },
  { name: 'record daily active vendors', everySeconds: 600, run: keepActiveDay },
  { name: 'compute vendors’ health', everySeconds: 60, run: keepVendorHealth },
  {
    name: 'delete ended sessions and used limits',
    everySeconds: 3600,
    run: ({ db }) =>
      sql`
        with sessions as (delete from session where expires_tm < now()),
          resets as (delete from password_reset where expires_tm < now() - interval '7 days'),
          emails as (delete from email_change where expires_tm < now() - interval '7 days'),
          verifications as (delete from verification where expires_tm < now() - interval '30 days'),
          invitations as (delete from invitation where expires_tm < now() - interval '30 days'),
          keys as (delete from idempotency_key where tm < now() - interval '1 day'),
          uploads as (delete from feed_upload where tm < now() - interval '1 day'),
          exports as (
            delete from list_export
            where insert_tm < now() - make_interval(days => ${exportKeptDays}::int)),
          asin_issues as (
            delete from asin_upload_issue i
            using asin_upload u
            where u.asin_upload_id = i.asin_upload_id
              and u.insert_tm < now() - make_interval(days => ${asinUploadLimits.issueDays}::int)),
          attempts as (delete from attempt_limit where tm < now() - interval '1 day'),
          challenges as (delete from passkey_challenge where expires_tm < now()),
          failures as (delete from sign_in_failure where begin_tm < now() - interval '2 days'),
          viewers as (delete from vendor_viewer where tm < now() - interval '1 day'),
          views as (delete from customer_view where ended_tm < now() - interval '1 day'),
          mail_files as (delete from mail_file where tm < now() - interval '2 days'),
          locks as (delete from vendor_lock where worked_tm < now() - interval '1 day'),
          vendor_notes as (
            delete from vendor_note where deleted_tm < now() - make_interval(days => ${notesKeptDays}::int)),
          supplier_notes as (
            delete from supplier_note where deleted_tm < now() - make_interval(days => ${notesKeptDays}::int))
        delete from rate_limit where window_start < now() - interval '1 day'`.execute(db),
  },
  {
    name: 'delete old store updates',
    everySeconds: 3600,
    run: ({ db }) =>
      sql`
        with orders as (
          delete from store_call
          where store_update_id is null and insert_tm < now() - interval '1 day'),
        moves as (
          delete from store_move where moved_tm < now() - interval '1 day'),
        lines as (
          delete from store_outbox o
          using store_update u
          where u.store_update_id = o.store_update_id
            and u.state = 'dry'
            and u.end_tm < now() - interval '2 days')
        delete from store_update where end_tm < now() - interval '90 days'`.execute(db),
  },
  // each day once; a turn that ends early is continued by the next
  { name: 'remove records past their retention', everySeconds: 600, run: (s) => keepRetention(s) },
  { name: 'erase deleted accounts', everySeconds: 3600, run: eraseAccounts },
  { name: 'delete products of deleted custom feeds', everySeconds: 3600, run: forgetEndedFeeds },
  {
    name: 'delete products past their retention',
    everySeconds: 3600,
    run: ({ db }) =>
      sql`
        with old as (
          delete from product p using feed f
          where f.feed_id = p.feed_id
            and p.gone_tm < now()
              - make_interval(days => coalesce((f.rules->>'gone_retention_days')::int, 90))
            and p.updated_run_id <> f.current_run_id
            -- what a store sells still is taken down there first
            and not exists (
              select
              from vendor_market_map m
              join vendor_store st on st.vendor_id = m.vendor_id and st.market_id = m.market_id
              join store_product sp on sp.vendor_store_id = st.vendor_store_id
              where m.dropshipper_id = p.dropshipper_id
                and sp.product_id = p.product_id
                and sp.in_store
                and coalesce(sp.quantity, 1) > 0)
          returning p.feed_id, p.product_id)
        insert into index_pending (feed_id, product_id) select feed_id, product_id from old`.execute(db),
  },
  {
    name: 'remove unused files',
    everySeconds: 6 * 3600,
    async run(s) {
      for (const namedFiles of [
        ...feedFiles,
        logoFiles,
        vendorLogoFiles,
        platformLogoFiles,
        exportFiles,
        asinFiles,
      ])
        await removeOldFiles(s, namedFiles)
      await removeLeftParts(s)
    },
  },
  { name: 'drop stages of killed workers', everySeconds: 3600, run: dropLeftStages },
] as const satisfies readonly Timer[]
type TimerName = (typeof timers)[number]['name']

export function startTimers(services: Services): () => void {
  const often = timers
    .filter((timer) => !isRare(timer))
    .map((timer) => repeat(timer.everySeconds, () => takeTurnIfRight(services, timer)))
  // a rare timer is checked often, since a process may not live as long as its interval
  const rare = repeat(rareSeconds, () => takeRareTurns(services))
  return () => [...often, rare].forEach(clearInterval)
}

/** Repeats the work, but never overlaps itself. */
function repeat(seconds: number, work: () => Promise<void>): NodeJS.Timeout {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    void work().finally(() => (busy = false))
  }, seconds * 1000)
}

/**
 * Due timers run one after another: each holds a connection while it asks for another, and all at once
 * would wait for each other.
 */
export async function takeRareTurns(services: Services): Promise<void> {
  for (const timer of timers.filter(isRare))
    if (mayRun(services, timer)) await whenDue(services, timer, () => timer.run(services))
}

async function takeTurnIfRight(services: Services, timer: Timer): Promise<void> {
  if (!mayRun(services, timer)) return
  try {
    await takeTurn(services, timer)
  } catch (error) {
    warn(services, timer, error)
  }
}

/** A process whose machine's clock is off leaves money to the others. */
const mayRun = ({ clockCheck }: Services, { movesMoney }: Timer) => !movesMoney || !clockCheck.isOff()

const warn = ({ log }: Services, { name }: Pick<Timer, 'name'>, error: unknown) =>
  log.warn({ timer: name, err: (error as Error).message }, 'timer failed')

/** In every process: the temporary folder is its machine's own. */
export function startSweep({ log }: Pick<Services, 'log'>): () => void {
  const sweep = async () => {
    try {
      const removed = await removeLeftFiles()
      if (removed > 0) log.info({ removed }, 'removed files of killed processes')
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'could not remove files of killed processes')
    }
  }
  void sweep()
  const timer = repeat(sweepSeconds, sweep)
  timer.unref()
  return () => clearInterval(timer)
}

const sweepSeconds = 3600
const rareSeconds = 60
/** A failed turn is retried after this, or after its interval if that is shorter. */
const failedAgainSeconds = 900
const isRare = (timer: Timer) => timer.everySeconds >= rareSeconds

/**
 * Runs once per interval by the database's clock, whichever process checks and however often one is
 * started. A turn counts when it is done: after a crash another process does it at once.
 */
export async function whenDue(
  services: Services,
  timer: Pick<Timer, 'name' | 'everySeconds'>,
  turn: () => Promise<unknown>,
): Promise<void> {
  const { db } = services
  const { name, everySeconds } = timer
  try {
    await alone(db, lockOf(timer), 'leave', async () => {
      const { rows } = await sql<{ began: string }>`
        select now() as began
        where not exists (
          select
          from timer_turn
          where name = ${name}
            and (tm > now() - make_interval(secs => ${everySeconds})
              or failed_tm > now() - make_interval(
                secs => ${Math.min(everySeconds, failedAgainSeconds)})))`.execute(db)
      const [due] = rows
      if (!due) return
      try {
        await turn()
      } catch (error) {
        await sql`
          insert into timer_turn (name, failed_tm) values (${name}, now())
          on conflict (name) do update set failed_tm = now()`.execute(db)
        throw error
      }
      await sql`
        insert into timer_turn (name, tm) values (${name}, ${due.began})
        on conflict (name) do update set tm = excluded.tm, failed_tm = null`.execute(db)
    })
  } catch (error) {
    warn(services, timer, error)
  }
}

/** Runs one turn of a timer now. */
export function runTimer(services: Services, name: TimerName): Promise<void> {
  const timer = timers.find((timer) => timer.name === name)
  return takeTurn(services, present(timer, `Timer ${name}`))
}

const takeTurn = async (services: Services, timer: Timer): Promise<void> =>
  alone(services.db, lockOf(timer), 'leave', () => timer.run(services))
const lockOf = ({ name }: Pick<Timer, 'name'>) => `timer: ${name}`
