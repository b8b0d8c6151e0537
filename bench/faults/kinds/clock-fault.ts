// A worker whose machine's clock is 40 days ahead.
import { join } from 'node:path'
import { renewalsTimer } from '#server/areas/payments/public.ts'
import { MoneyWorld } from '../harness/money-world.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { untilTrue, wait } from '../harness/wait.ts'

const preload = join(import.meta.dirname, '..', 'harness', 'clock-ahead.ts')
/** The worker looks for what is due once a minute: two looks, and some. */
const watchedMs = 150_000

async function setClockAhead({ folder, times, tally }: Round): Promise<void> {
  for (let n = 1; n <= times; n++) {
    const world = await MoneyWorld.start(join(folder, String(n)), { web: false, workers: 0 })
    const { at } = world
    const later = [...(await world.payers(20, { dueIn: 39 })), ...(await world.payers(20, { dueIn: 5 }))]
    await at.addWorker(preload)
    const knows = await untilTrue(
      async () => (await at.db.count('from clock_off where ahead_seconds > 3e6')) > 0,
      {
        withinMs: 30_000,
      },
    )
    await wait(watchedMs)
    const repeated: string[] = []
    const bills = async () => at.db.count('from invoice')
    if ((await bills()) > 0) repeated.push(`${await bills()} invoices were made early`)
    if (world.stripe.api.intents.size > 0)
      repeated.push(`${world.stripe.api.intents.size} payments were asked for`)
    // another worker bills whoever is due today, and nobody else
    const [today] = await world.payers(1, { dueIn: 0 })
    await at.db.rows('delete from timer_turn where name = $1', [renewalsTimer])
    const began = performance.now()
    await at.addWorker()
    const isPaid = async () => (await at.db.count('from invoice where paid_tm is not null')) > 0
    if (!(await untilTrue(isPaid, { withinMs: 150_000 }))) repeated.push('nobody bills who is due')
    const ms = performance.now() - began
    for (const id of later) repeated.push(...(await world.compare(id, { charges: [] })))
    if ((await bills()) !== 1) repeated.push(`${await bills()} invoices of 1`)
    const wrong = await world.books()
    if (!knows) wrong.push('the worker did not notice its clock')
    tally.add({ fault: `a worker 40 days ahead, vendor ${today} due today`, hit: knows, wrong, repeated, ms })
    tally.leave(await at.left())
    await world.stop()
  }
}

export const clockFault: Kind = {
  name: 'clock',
  subject: 'a worker whose clock is 40 days ahead: charges nobody',
  times: 1,
  run: setClockAhead,
}
