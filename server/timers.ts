import { exportKeptDays } from '#contract/lists/columns.ts'
import { feedFiles, startDueRuns } from './areas/feeds/public.ts'
import { exportFiles } from './areas/lists/public.ts'
import { endViewsOver } from './areas/session/public.ts'
import { startStoreUpdates } from './areas/stores/public.ts'
import { settleDueSubscriptions } from './areas/subscriptions/public.ts'
import { platformLogoFiles } from './areas/platforms/public.ts'
import { logoFiles } from './areas/suppliers/public.ts'
import { eraseAccounts, keepActiveDay, vendorLogoFiles } from './areas/vendors/public.ts'
import { alone, sql } from './platform/db.ts'
import { removeOldFiles } from './platform/old-files.ts'
import type { Services } from './platform/services.ts'

/** Deleted ones, that can be brought back. */
const notesKeptDays = 30

interface Timer {
  name: string
  everySeconds: number
  run(services: Services): Promise<unknown>
}

/** Every recurring job of the system. Each turn is taken by one worker of all. */
const timers = [
  { name: 'start feeds whose time has come', everySeconds: 15, run: startDueRuns },
  { name: 'update stores that are behind', everySeconds: 15, run: startStoreUpdates },
  { name: 'end and freeze subscriptions whose day has come', everySeconds: 900, run: settleDueSubscriptions },
  { name: 'end jobs whose worker was lost', everySeconds: 5, run: (s) => s.jobs.sweep(s) },
  { name: 'send waiting mail', everySeconds: 5, run: (s) => s.mail.sendWaiting() },
  {
    name: 'forget lost workers',
    everySeconds: 600,
    run: ({ db }) => sql`delete from job_server where heartbeat_tm < now() - interval '1 day'`.execute(db),
  },
  { name: 'end views of customers’ accounts', everySeconds: 60, run: endViewsOver },
  { name: 'keep how many users are active, once a day', everySeconds: 600, run: keepActiveDay },
  {
    name: 'forget ended sessions and used limits',
    everySeconds: 3600,
    run: ({ db }) =>
      sql`
        with sessions as (delete from session where expires_tm < now()),
          resets as (delete from password_reset where expires_tm < now() - interval '7 days'),
          keys as (delete from idempotency_key where tm < now() - interval '1 day'),
          exports as (
            delete from list_export
            where insert_tm < now() - make_interval(days => ${exportKeptDays}::int)),
          viewers as (delete from vendor_viewer where tm < now() - interval '1 day'),
          views as (delete from customer_view where ended_tm < now() - interval '1 day'),
          locks as (delete from vendor_lock where worked_tm < now() - interval '1 day'),
          vendor_notes as (
            delete from vendor_note where deleted_tm < now() - make_interval(days => ${notesKeptDays}::int)),
          supplier_notes as (
            delete from supplier_note where deleted_tm < now() - make_interval(days => ${notesKeptDays}::int))
        delete from rate_limit where window_start < now() - interval '1 day'`.execute(db),
  },
  { name: 'erase deleted accounts', everySeconds: 3600, run: eraseAccounts },
  {
    name: 'delete products gone longer than their feed keeps them',
    everySeconds: 3600,
    run: ({ db }) =>
      sql`
        with old as (
          delete from product p using feed f
          where f.feed_id = p.feed_id
            and p.gone_tm < now()
              - make_interval(days => coalesce((f.rules->>'gone_retention_days')::int, 90))
            and p.updated_run_id <> f.current_run_id
          returning p.feed_id, p.product_id)
        insert into index_pending (feed_id, product_id) select feed_id, product_id from old`.execute(db),
  },
  {
    name: 'remove files that nothing needs',
    everySeconds: 6 * 3600,
    async run(s) {
      for (const named of [...feedFiles, logoFiles, vendorLogoFiles, platformLogoFiles, exportFiles])
        await removeOldFiles(s, named)
    },
  },
] as const satisfies readonly Timer[]
type TimerName = (typeof timers)[number]['name']

export function startTimers(services: Services): () => void {
  const running = timers.map((timer) => {
    let busy = false
    const turn = async () => {
      if (busy) return
      busy = true
      try {
        await takeTurn(services, timer)
      } catch (error) {
        services.log.warn({ timer: timer.name, err: (error as Error).message }, 'a timer failed')
      } finally {
        busy = false
      }
    }
    return setInterval(() => void turn(), timer.everySeconds * 1000)
  })
  return () => running.forEach(clearInterval)
}

/** One turn of a timer, now. */
export const runTimer = (services: Services, name: TimerName): Promise<void> =>
  takeTurn(
    services,
    timers.find((timer) => timer.name === name)!,
  )

const takeTurn = async (services: Services, timer: Timer): Promise<void> =>
  alone(services.db, `timer: ${timer.name}`, 'leave', () => timer.run(services))
