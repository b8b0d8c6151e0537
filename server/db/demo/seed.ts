import type { RawBuilder } from 'kysely'
import { monthlyReportNames } from '#contract/suppliers/kinds.ts'
import { Readable } from 'node:stream'
import { jobStatus } from '#contract/jobs/types.ts'
import { feedRules } from '#contract/feeds/settings.ts'
import { many } from '#contract/words.ts'
import { queueRun, rollBack } from '#server/areas/feeds/public.ts'
import { queueImageCheck, queueIndexSync } from '#server/areas/products/public.ts'
import { queueVariantMapping } from '#server/areas/variants/public.ts'
import { alone, sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { Worker } from '#server/platform/jobs/worker.ts'
import type { Services } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { demoFormats, makeProducts, nextDay, type DemoProduct } from './feed-files.ts'
import { accidents } from './files/accidents.ts'
import { seedAsins } from './asins.ts'
import { seedCustomFeeds, type DemoCustomFeed } from './custom-feeds.ts'
import { addStockFile, stockFile } from './files/stock-file.ts'
import { seedCustomer, seedIncidents } from './customer.ts'
import { seedNotificationRules } from './notifications.ts'
import { seedPeople, signIns } from './people.ts'
import { demoImage } from './image-host.ts'
import { seedOwnAccount } from './own-account.ts'
import { pastRuns } from './past-runs.ts'
import { keepVendorHealth } from '#server/areas/vendors/public.ts'
import { seedHistory } from './history.ts'
import { seedIntegrations } from './integrations.ts'
import { seedPlatforms } from './platforms.ts'
import { Random } from '#server/platform/random.ts'
import { countText, noProgress, type Progress } from '#server/platform/progress.ts'
import { seedBilling } from './money/billing.ts'
import { seedPromoCodes } from './money/promo-codes.ts'
import { seedCampaigns } from './campaigns.ts'
import { seedDirectApp } from './direct-app/direct-app.ts'
import { seedPayments } from './money/payments.ts'
import { seedMoney } from './money/money.ts'
import { seedPriceRules } from './price-rules.ts'
import { seedReportGoals } from './report-goals.ts'
import { seedRetention } from './retention.ts'
import { seedStoreRecords, seedToldStores } from './stores.ts'
import { seedOrderManagers, seedStores, seedSupplierLists } from './suppliers.ts'
import { supplierNames } from './words.ts'
import { seedActiveDays } from './active-days.ts'
import { seedVendorRecords } from './vendor-records.ts'

export { signIns }

interface DemoFeed {
  feedId: number
  key: string
  format: (typeof demoFormats)[number]
  products: DemoProduct[]
  /** Its stock comes in a separate file. */
  stockKey: string | undefined
  /** The outcome of a custom feed. */
  state: DemoCustomFeed['state'] | undefined
}
/** The supplier that sends products and stock separately. */
const sendsStockApart = 9
const schedules = ['0 */4 * * *', '30 */6 * * *', '15 */2 * * *', '0 5,17 * * *']

/**
 * Fills an empty database with a believable service; every feed run is a real run of a real file. Never in
 * production.
 */
export async function seedDemonstration(services: Services, progress = noProgress): Promise<void> {
  const { db, config } = services
  if (config.production) throw new Error('The demonstration is never seeded in production')
  // the second of two processes on one database waits and finds it done
  await alone(db, 'the demonstration', 'wait', () => seed(services, progress))
}

async function seed(services: Services, progress: Progress): Promise<void> {
  const { db } = services
  if (await db.selectFrom('vendor').select('vendor_id').limit(1).executeTakeFirst())
    return refuseHalfMade(services)
  if (services.config.stripe)
    throw new Error(
      'The demonstration needs the sandbox. Start once without STRIPE_SECRET_KEY and the other Stripe settings, then with them.',
    )
  progress.begin('Creating the demonstration, about two minutes')
  await sql`insert into demonstration default values on conflict do nothing`.execute(db)
  const feeds = await seedSuppliers(services, progress)
  // jobs that follow the runs (images, index, variants) are left to the service's workers
  const worker = new Worker(services, 4, [
    'DROPSHIPPER_MONITORING_JOB',
    'RESTRICTED_MONITORING_JOB',
    'FEED_ROLLBACK_JOB',
  ])
  await worker.start()
  try {
    await runAll(
      services,
      feeds.filter((feed) => feed.state !== 'new'),
      (done, total) => progress.advance(countText(done, total, 'feed')),
    )
    await forgetFollowUps(services)
    progress.advance('a week of past runs')
    await pastRuns(services)
    await laterRuns(services, feeds, (done, total) => progress.advance(countText(done, total, 'new file')))
    await customRuns(services, feeds)
    await seedIncidents(services)
  } finally {
    await worker.stop()
  }
  progress.advance('payments and invoices')
  await seedMoney(services)
  await db.transaction().execute(seedOwnAccount)
  progress.advance('history')
  await seedHistory(services)
  await db.transaction().execute(seedReportGoals)
  await db.transaction().execute((tx) => queueFollowUps(services, tx))
  await sql`analyze`.execute(db)
  await keepVendorHealth(services)
  await seedRetention(db)
  await sql`update demonstration set ready_tm = now()`.execute(db)
}

/** Refuses a half-made demonstration in a database of somebody else; the embedded one is started over. */
async function refuseHalfMade({ db }: Services): Promise<void> {
  const { rows } = await sql`select from demonstration where ready_tm is null`.execute(db)
  if (rows.length > 0)
    throw new Error('Creating the demonstration was interrupted. Empty its database and start again.')
}

/** Deletes the jobs queued by the first runs, now six days old; they are queued again at the end. */
async function forgetFollowUps({ db, jobs }: Services): Promise<void> {
  for (const type of ['PARTIAL_SOLR_SYNC_JOB', 'BASIC_IMAGE', 'VARIANT_MAPPING_JOB'])
    await jobs.boss.deleteQueuedJobs(type)
  await db.deleteFrom('job').where('job_status', '=', jobStatus.scheduled).execute()
  // stores without an API stand-in have nothing to send
  await sql`update vendor_store set behind_since = null where drop_to->>'kind' <> 'api'`.execute(db)
}

async function queueFollowUps(services: Services, tx: Tx): Promise<void> {
  const suppliers = await tx
    .selectFrom('dropshipper')
    .select(['dropshipper_id', 'supplier_name', 'automated_variant_mapping'])
    .orderBy('dropshipper_id')
    .execute()
  for (const supplier of suppliers) {
    await queueIndexSync(services, tx, supplier, 'schedule')
    await queueImageCheck(services, tx, supplier, 'schedule')
    if (supplier.automated_variant_mapping) await queueVariantMapping(services, tx, supplier, 'schedule')
  }
  await seedAsins(services, tx)
}

async function seedSuppliers(services: Services, progress: Progress): Promise<DemoFeed[]> {
  const r = new Random(7)
  const feeds: DemoFeed[] = []
  await services.db.transaction().execute(async (tx) => {
    const ids: number[] = []
    for (const [i, supplier_name] of supplierNames.entries()) {
      const prefix =
        supplier_name
          .split(' ')
          .map((w) => w[0])
          .join('')
          .toUpperCase() + String(i + 1).padStart(2, '0')
      const hiddenLevel = () => (r.chance(0.6) ? 0 : -1)
      const allow = r.chance(0.75) ? 1 : hiddenLevel()
      const { dropshipper_id } = await tx
        .insertInto('dropshipper')
        .values({
          supplier_name,
          dropshipper_prefix: prefix,
          allow_browse: allow,
          integrated: r.chance(0.8),
          custom_feed_support: r.pick([0, 0, 0, 1, 2]),
          monthly_report: monthlyReportNames[i - 2] ?? null,
          automated_variant_mapping: r.chance(0.3),
          supports_order_automation: r.chance(0.4),
          votes: r.int(0, 240),
          max_file_age_allowed_in_days: r.pick([1, 2, 3, 3, 7]),
          description:
            `<p><strong>${supplier_name}</strong> ships from its own warehouse, ` +
            'usually within two business days.</p>',
          primary_contact_info: `<p>feeds@${prefix.toLowerCase()}.example.com</p>`,
          ordering_info: '<p>Order by email or API before 2 pm.</p>',
          policy_info: '<ul><li>Returns within 30 days.</li><li>Damaged goods are replaced.</li></ul>',
          insert_tm: new Date(databaseNow() - r.int(100, 1500) * 86_400_000).toISOString(),
        })
        .returning('dropshipper_id')
        .executeTakeFirstOrThrow()
      ids.push(dropshipper_id)
      progress.advance(countText(ids.length, supplierNames.length, 'supplier'))
      const format = demoFormats[i % demoFormats.length]!
      feeds.push(
        await seedFeed(services, tx, {
          dropshipper_id,
          prefix,
          format,
          products: makeProducts(100 + i, prefix, r.int(700, 2300), (thing) =>
            demoImage(services.config.publicUrl, prefix, thing),
          ),
          cron: schedules[i % schedules.length]!,
          stockApart: i === sendsStockApart,
        }),
      )
    }
    await seedSupplierLists(tx, ids)
    await seedVendors(services, tx, ids)
    const catalogues = new Map(ids.map((id, i) => [id, feeds[i]!.products]))
    for (const [i, custom] of (await seedCustomFeeds(tx, catalogues)).entries())
      feeds.push(
        await seedFeed(services, tx, {
          ...custom,
          format: demoFormats[i % 3]!,
          cron: '45 */6 * * *',
        }),
      )
  })
  return feeds
}

/** Staff and vendors, with their stores, plans, payments and all else that belongs to them. */
async function seedVendors(
  { secrets, config }: Services,
  tx: Tx,
  supplierIds: readonly number[],
): Promise<void> {
  await seedPeople(tx, supplierIds, 2000)
  await seedNotificationRules(tx)
  await seedStores(tx)
  await seedPlatforms(tx, secrets)
  await seedStoreRecords(tx, secrets)
  await seedVendorRecords(tx)
  await seedIntegrations(tx)
  await seedBilling(tx)
  await seedPromoCodes(tx, supplierIds)
  await seedCampaigns(tx)
  await seedDirectApp(tx)
  await seedPayments(tx)
  await seedToldStores(tx, secrets, config.publicUrl)
  await seedOrderManagers(tx)
  await seedPriceRules(tx)
  await seedCustomer(tx)
  await seedActiveDays(tx)
}

async function seedFeed(
  services: Services,
  tx: Parameters<Parameters<ReturnType<Services['db']['transaction']>['execute']>[0]>[0],
  f: {
    dropshipper_id: number
    prefix: string
    format: (typeof demoFormats)[number]
    products: DemoProduct[]
    cron: string
    vendor_custom_feed_id?: number
    state?: DemoCustomFeed['state']
    stockApart?: boolean
  },
): Promise<DemoFeed> {
  const prefix = f.prefix.toLowerCase()
  const key = `${prefix}-${f.stockApart ? 'products' : 'inventory'}.${f.format.extension}`
  const stockKey = f.stockApart ? `${prefix}-stock.csv` : undefined
  const { products } = f
  const { feed_id } = await tx
    .insertInto('feed')
    .values({
      dropshipper_id: f.dropshipper_id,
      vendor_custom_feed_id: f.vendor_custom_feed_id ?? null,
      source: JSON.stringify({ kind: 'storage', key }),
      format: JSON.stringify(f.format.format),
      mapping: JSON.stringify(f.format.mapping.filter((m) => !f.stockApart || m.field !== 'quantity')),
      rules: JSON.stringify(feedRules.parse({})),
      schedule_active: f.state !== 'new',
      schedule_cron: f.state === 'new' ? null : f.cron,
      next_run_tm: services.jobs.boss.previewSchedule(f.cron, { tz: 'UTC', count: 1 })[0]!.toISOString(),
    })
    .returning('feed_id')
    .executeTakeFirstOrThrow()
  const feed = { feedId: feed_id, key, format: f.format, products, stockKey, state: f.state }
  if (stockKey) await addStockFile(tx, feed_id, stockKey)
  await publish(services, feed)
  return feed
}

async function publish(services: Services, feed: DemoFeed, bytes = feed.format.write(feed.products)) {
  const put = (key: string, file: Buffer) => services.files.put(`suppliers/${key}`, Readable.from([file]))
  await put(feed.key, bytes)
  if (feed.stockKey) await put(feed.stockKey, stockFile(feed.products))
}

type Report = (done: number, total: number) => void

async function runAll(
  services: Services,
  feeds: readonly DemoFeed[],
  report: Report = () => {},
): Promise<number[]> {
  const runs: number[] = []
  for (const feed of feeds)
    runs.push(
      (
        await services.db
          .transaction()
          .execute((tx) => queueRun(services, tx, feed.feedId, { dry: false, requestedBy: 'schedule' }))
      ).feed_run_id,
    )
  await waitForJobs(
    services,
    sql`select job_id from feed_run where feed_run_id = any(${runs as number[]})`,
    (open) => report(runs.length - open, runs.length),
  )
  return runs
}

/** Waits for jobs as long as they keep finishing. */
async function waitForJobs(
  services: Services,
  jobs: RawBuilder<unknown>,
  report: (open: number) => void = () => {},
): Promise<void> {
  let open = Infinity
  for (let rounds = 0; rounds < 1200; rounds++) {
    const { rows } = await sql<{ n: number }>`
        select count(*)::int as n
        from job
        where job_id in (${jobs})
          and job_status in (${jobStatus.executing}, ${jobStatus.scheduled})`.execute(services.db)
    const { n } = singleRow(rows)
    if (n === 0) return
    if (n < open) {
      rounds = 0
      report(n)
    }
    open = n
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`${many(open, 'job')} of the demonstration made no progress for two minutes`)
}

/** Runs today's files of custom feeds: one lacks half its products, another is missing. */
async function customRuns(services: Services, feeds: readonly DemoFeed[]): Promise<void> {
  const run = feeds.filter((feed) => feed.state && feed.state !== 'new' && feed.state !== 'off')
  for (const [i, feed] of run.entries()) {
    if (feed.state === 'failed') await services.files.remove(`suppliers/${feed.key}`)
    else {
      const all = nextDay(feed.products, 5000 + i)
      const bytes = feed.format.write(feed.state === 'held' ? all.slice(0, all.length * 0.45) : all)
      await publish(services, feed, bytes)
    }
  }
  await runAll(services, run)
}

/**
 * Today's files: most move a little; some lose half their products, break off, or go wrong and are rolled
 * back.
 */
async function laterRuns(services: Services, feeds: readonly DemoFeed[], report: Report): Promise<void> {
  const changedFeeds = feeds.slice(0, 30)
  for (const [i, feed] of changedFeeds.entries()) {
    feed.products = nextDay(feed.products, 3000 + i)
    await publish(services, feed)
  }
  const runs = await runAll(services, changedFeeds, report)
  const wrong = feeds.slice(2, 2 + accidents.length)
  for (const [i, feed] of wrong.entries())
    await publish(
      services,
      feed,
      accidents[i]!(feed.products, (products) => feed.format.write(products)),
    )
  await runAll(services, wrong)
  const [undone] = [runs[7]!]
  const run = await services.db
    .selectFrom('feed_run')
    .select(['feed_id', 'state'])
    .where('feed_run_id', '=', undone)
    .executeTakeFirstOrThrow()
  if (run.state === 'applied') {
    const jobId = await services.db.transaction().execute((tx) =>
      services.jobs.enqueue(tx, rollBack, {
        payload: {
          feed_id: run.feed_id,
          feed_run_id: undone,
          reason: 'The supplier sent last year’s prices',
          by: 'Sasha Support',
        },
        subject: supplierNames[7]!,
        paramValue: undone,
        requestedBy: 'Sasha Support',
      }),
    )
    await waitForJobs(services, sql`select ${jobId}::bigint`)
  }
}
