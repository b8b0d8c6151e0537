// Both workers killed while they bill vendors and charge their cards.
import { join } from 'node:path'
import { renewalsTimer } from '#server/areas/payments/public.ts'
import { Random } from '#server/platform/random.ts'
import { MoneyWorld } from '../harness/money-world.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { until, untilTrue, wait } from '../harness/wait.ts'

/** A worker looks once a minute whether vendors are due, so a few installations wait at once. */
const installations = 4

async function killRenewals(round: Round): Promise<void> {
  const shares = Array.from({ length: Math.min(installations, round.times) }, (_, n) =>
    Math.floor((round.times + n) / Math.min(installations, round.times)),
  )
  await Promise.all(
    shares.map((times, n) => {
      const random = new Random(round.random.int(0, 2 ** 31))
      return killInOne({ ...round, random, times, folder: join(round.folder, String(n + 1)) })
    }),
  )
}

interface Batch {
  ids: number[]
  fault: string
  hit: boolean
  killedAt: number
  ms?: number
}

async function killInOne({ folder, times, random, tally }: Round): Promise<void> {
  const world = await MoneyWorld.start(folder, { web: false, workers: 2, latencyMs: 20 })
  const batches: Batch[] = []
  let isOver = false
  const watching = watch(world, batches, () => isOver)
  for (let n = 0; n < times; n++) {
    const ids = await world.payers(random.int(60, 80), { dueIn: 0 })
    await world.at.db.rows('delete from timer_turn where name = $1', [renewalsTimer])
    const fault = await kill(world, ids, random)
    const opened = await world.at.db.count(
      `from vendor v where vendor_id = any($1::int[]) and not exists (
        select from invoice i where i.vendor_id = v.vendor_id and i.paid_tm is not null)`,
      [ids],
    )
    batches.push({
      ids,
      fault: `${fault}, ${opened} of ${ids.length} unpaid`,
      hit: opened > 0,
      killedAt: performance.now(),
    })
    await Promise.all(world.at.workers.map((worker) => worker.restart()))
    await Promise.all(world.at.workers.map((worker) => world.at.workerReady(worker)))
  }
  await untilTrue(() => batches.every(({ ms }) => ms !== undefined), { withinMs: 420_000, everyMs: 500 })
  isOver = true
  await watching
  const unsound = await world.books()
  for (const { ids, fault, hit, ms } of batches) {
    const repeated = await world.at.db.rows<{ text: string }>(
      `select 'vendor ' || vendor_id || ' has ' || invoices || ' invoices' as text
      from (
        select vendor_id, (select count(*) from invoice i where i.vendor_id = v.vendor_id) as invoices
        from vendor v where vendor_id = any($1::int[])) as counted
      where invoices <> 1`,
      [ids],
    )
    const texts = repeated.map(({ text }) => text)
    for (const id of ids) texts.push(...(await world.compare(id, { charges: [feeOf(world, id)] })))
    if (ms === undefined) texts.push('it never ended')
    tally.add({ fault, hit, repeated: texts, wrong: unsound.splice(0), ms })
  }
  tally.leave(await world.at.left())
  await world.stop()
}

const fees = new WeakMap<MoneyWorld, Map<number, string>>()
/** What a vendor's plan costs. */
const feeOf = (world: MoneyWorld, id: number) => fees.get(world)?.get(id) ?? ''

/** Kills both workers at a random statement or call of the renewals of these vendors. @returns where */
async function kill(world: MoneyWorld, ids: readonly number[], random: Round['random']): Promise<string> {
  const { at, proxy } = world
  const plans = await at.db.rows<{ vendor_id: number; monthly_fee: string }>(
    `select vendor_id, monthly_fee::text from vendor
    join plan_type using (vendor_plan_type_id) where vendor_id = any($1::int[])`,
    [ids],
  )
  const known = fees.get(world) ?? new Map<number, string>()
  for (const { vendor_id, monthly_fee } of plans) known.set(vendor_id, monthly_fee)
  fees.set(world, known)
  const killAll = () => {
    for (const worker of at.workers) worker.signal('SIGKILL')
  }
  // a quarter while they are billed, the others while their cards are charged
  if (random.chance(0.25)) {
    const bills = `select from pg_stat_activity
      where pid <> pg_backend_pid() and state <> 'idle' and query ilike '%insert into %invoice%' limit 1`
    await untilTrue(async () => (await at.db.rows(bills)).length > 0, { withinMs: 150_000, everyMs: 1 })
    killAll()
    return 'both workers killed while billing'
  }
  const chosen = random.int(1, 2 * ids.length)
  const moment = random.chance(0.5) ? 'before' : 'after'
  let count = 0
  let place: string | undefined
  proxy.hook((request, when) => {
    if (place !== undefined || when !== moment || !/^POST .*payment_intents/.test(request)) return
    if (++count < chosen) return
    killAll()
    place = `both workers killed ${moment} call ${count} to the gateway`
  })
  const killed = await until(() => place, { withinMs: 150_000, everyMs: 5 })
  proxy.hook(undefined)
  if (!killed) killAll()
  return killed ?? `both workers killed, ${count} calls`
}

/** Notes when all invoices of a batch were paid. */
async function watch(world: MoneyWorld, batches: readonly Batch[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const batch of batches.filter(({ ms }) => ms === undefined)) {
      const paid = await world.at.db.count(
        'from invoice where vendor_id = any($1::int[]) and paid_tm is not null',
        [batch.ids],
      )
      if (paid >= batch.ids.length && (await world.isSettled(batch.ids)))
        batch.ms = performance.now() - batch.killedAt
    }
    await wait(500)
  }
}

export const renewalKills: Kind = {
  name: 'renewals',
  subject: '`kill -9` of both workers in renewals of 60 to 80 vendors',
  times: 20,
  run: killRenewals,
}
