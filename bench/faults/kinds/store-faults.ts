// A worker killed while it updates a store, and a shop that answers garbage.
import type { Mischief } from '#server/test/stores/markets.ts'
import { fileShelf } from '../harness/file-shelf.ts'
import { Installation } from '../harness/installation.ts'
import type { Shelf } from '../harness/shelf.ts'
import { shopifyShelf } from '../harness/shopify-shelf.ts'
import { StoreWorld } from '../harness/store-world.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { wait } from '../harness/wait.ts'
import { wooShelf } from '../harness/woo-shelf.ts'

type MakeShelf = (at: Installation) => Promise<Shelf> | Shelf

async function killUpdates({ folder, times, random, tally }: Round, makeShelf: MakeShelf): Promise<void> {
  const at = await Installation.start(folder, { workers: 1 })
  const shelf = await makeShelf(at)
  const world = await StoreWorld.make(at, shelf)
  const [worker] = at.workers
  for (let n = 0; n < times; n++) {
    await world.change()
    await world.update()
    await world.begins()
    await wait(random.next() * shelf.withinMs)
    const work = await world.atWork()
    await worker!.restart()
    const began = performance.now()
    const hasSettled = await world.settle()
    const ms = performance.now() - began
    const { sent, wrong, repeated } = await world.faults()
    if (!hasSettled) repeated.push('it never ended')
    tally.add({
      fault: `worker killed at ${work ?? 'nothing'}, ${sent} sent`,
      hit: !!work,
      wrong,
      repeated,
      ms,
    })
    if (!hasSettled) break
  }
  tally.leave(await at.left())
  await at.stop()
  await shelf.close()
}

/** Half of an answer, as a proxy that gives up would leave it. */
const halfJson = '{"create":[{"id":101,"sku":"K-1","stat'
const garbage: readonly Mischief[] = [
  { answer: { status: 500, body: '<html>Fatal error</html>' } },
  { answer: { status: 502, body: '' } },
  { answer: { status: 503, body: '<html>Down</html>' }, executesFirst: true },
  { answer: { status: 429, headers: { 'retry-after': '1' }, body: {} } },
  { answer: { body: '<html>Welcome to our shop</html>' } },
  { answer: { body: halfJson } },
  { answer: { body: halfJson }, executesFirst: true },
  { answer: { body: '' } },
  { answer: { body: 'null' } },
  { answer: { body: { message: 'Hello', create: 'none', update: [null, 5] } }, executesFirst: true },
  { losesAnswer: true },
  { losesRequest: true },
]

async function answerGarbage({ folder, times, random, tally }: Round): Promise<void> {
  const at = await Installation.start(folder, { workers: 1 })
  const shelf = await wooShelf()
  const world = await StoreWorld.make(at, shelf)
  const { mischief } = shelf.http!
  const [usual] = mischief
  let spoilt = 0
  for (let n = 0; n < times; n++) {
    await world.change()
    // of the next answers a quarter is garbage, each kind once before one comes twice
    const queue = [...garbage].toSorted(() => random.next() - 0.5)
    const answers = queue.flatMap((bad) => {
      const all: Mischief[] = [{ ...bad }, {}, {}, {}]
      return all.toSorted(() => random.next() - 0.5)
    })
    mischief.splice(0, mischief.length, ...answers, usual!)
    await world.update()
    const began = performance.now()
    const hasSettled = await world.settle(true)
    const ms = performance.now() - began
    const left = mischief.filter((one) => one !== usual && Object.keys(one).some((key) => key !== 'times'))
    spoilt += garbage.length - left.length
    mischief.splice(0, mischief.length, usual!)
    // what it gave up meanwhile is tried again with the next change
    const { sent, wrong, repeated } = await world.faults()
    if (!hasSettled) repeated.push('it never ended')
    const fault = `${garbage.length - left.length} garbage answers of ${sent}`
    tally.add({ fault, hit: left.length < garbage.length, wrong, repeated, ms })
    if (!hasSettled) break
  }
  tally.note = `, ${spoilt} garbage answers`
  tally.leave(await at.left())
  await at.stop()
  await shelf.close()
}

const killing = (name: string, subject: string, times: number, makeShelf: MakeShelf): Kind => ({
  name,
  subject,
  times,
  run: (round) => killUpdates(round, makeShelf),
})

export const storeKinds: readonly Kind[] = [
  killing('store', '`kill -9` of the worker in updates of a WooCommerce store', 20, wooShelf),
  killing('store-files', '`kill -9` of the worker in updates of a store by files', 5, (at) =>
    fileShelf(at.dataDir),
  ),
  killing('store-shopify', "`kill -9` of the worker in Shopify's bulk loads", 5, shopifyShelf),
  {
    name: 'garbage',
    subject: 'rounds of a shop that answers garbage: 12 kinds, one answer of four',
    times: 4,
    run: answerGarbage,
  },
]
