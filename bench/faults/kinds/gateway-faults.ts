// What can go wrong between the program, its database and Stripe: a process killed between them, answers that are
// lost, cut or broken, and webhooks that are forged, late, repeated or out of order.
import { faults as answerFaults } from '#server/stand-ins/stripe-server.ts'
import { MoneyWorld } from '../harness/money-world.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { until, untilTrue, wait } from '../harness/wait.ts'

/** One vendor whose money a fault has hit, and when it was right again. */
interface Hit {
  id: number
  fault: string
  hit: boolean
  began: number
  ms?: number
}

/** Notes of each vendor when nothing was open any more; `settle` waits until that is so of all. */
function watchHits(world: MoneyWorld) {
  const hits: Hit[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const hit of hits.filter(({ ms }) => ms === undefined))
        if (await world.isSettled([hit.id])) hit.ms = performance.now() - hit.began
      await wait(300)
    }
  })()
  return {
    hits,
    settle: async (withinMs: number) => {
      await untilTrue(() => hits.every(({ ms }) => ms !== undefined), { withinMs, everyMs: 300 })
      isOver = true
      await watching
    },
  }
}

interface Killing {
  id: number
  /** The call to the gateway at which the web process is killed, before or after that is done. */
  like: RegExp
  act: () => Promise<unknown>
}

async function killAtCall(world: MoneyWorld, { random }: Round, { id, like, act }: Killing): Promise<Hit> {
  const moment = random.chance(0.5) ? 'before' : 'after'
  let place: string | undefined
  world.proxy.hook((request, when) => {
    if (place !== undefined || when !== moment || !like.test(request)) return
    // just then, or while the answer is read and written down
    setTimeout(() => world.at.web?.signal('SIGKILL'), moment === 'after' ? random.int(0, 6) : 0)
    place = `web killed ${moment} ${request.replace(/(pi|re)_\w+/, '…')}`
  })
  const call = act().then(
    () => ', which was answered',
    () => '',
  )
  await until(() => place, { withinMs: 60_000, everyMs: 5 })
  const began = performance.now()
  const answered = await call
  const hit = !(await world.isSettled([id]))
  world.proxy.hook(undefined)
  await world.at.web?.restart()
  await world.at.ready()
  return { id, fault: `${place ?? 'web killed after the call'}${answered}`, hit, began }
}

async function killCharges(round: Round): Promise<void> {
  const world = await MoneyWorld.start(round.folder, { workers: 1 })
  const { hits, settle } = watchHits(world)
  for (const id of await world.payers(round.times)) {
    const like = round.random.chance(0.3) ? /POST .*payment_intents$/ : /POST .*confirm$/
    hits.push(await killAtCall(world, round, { id, like, act: () => world.charge(id, '120.00') }))
  }
  await settle(400_000)
  await tell(world, round, hits, { charges: ['120.00'] })
}

async function killRefunds(round: Round): Promise<void> {
  const world = await MoneyWorld.start(round.folder, { workers: 1 })
  const { hits, settle } = watchHits(world)
  const ids = await world.payers(round.times)
  for (const id of ids) await world.charge(id, '120.00')
  for (const id of ids)
    hits.push(await killAtCall(world, round, { id, like: /refunds/, act: () => world.refund(id, '50.00') }))
  await settle(400_000)
  await tell(world, round, hits, { charges: ['120.00'], refunds: ['50.00'] })
}

async function tell(
  world: MoneyWorld,
  { tally }: Round,
  hits: readonly Hit[],
  expected: { charges: readonly string[]; refunds?: readonly string[] },
): Promise<void> {
  const wrong = await world.books()
  for (const { id, fault, hit, ms } of hits) {
    const repeated = await world.compare(id, expected)
    if (ms === undefined) repeated.push('it never ended')
    tally.add({ fault, hit, wrong: wrong.splice(0), repeated, ms })
  }
  tally.leave(await world.at.left())
  await world.stop()
}

/** Each way an answer can fail, when a payment is made and when it is confirmed. */
async function spoilAnswers(round: Round): Promise<void> {
  const world = await MoneyWorld.start(round.folder, { workers: 1 })
  const { hits, settle } = watchHits(world)
  const calls: Promise<unknown>[] = []
  const ids = await world.payers(round.times)
  for (const [n, id] of ids.entries()) {
    const fault = answerFaults[n % answerFaults.length]!
    const [noun, like] = n % 20 < 10 ? ['confirm', /confirm$/] : (['create', /payment_intents$/] as const)
    const asked = world.stripe.asked.length
    world.stripe.goWrong(like as RegExp, fault)
    const began = performance.now()
    const call = world.charge(id, '120.00')
    calls.push(call.catch(() => {}))
    const hasCome = () =>
      world.stripe.asked.slice(asked).some((one) => (like as RegExp).test(`${one.method} ${one.path}`))
    await untilTrue(hasCome, { withinMs: 60_000, everyMs: 5 })
    if (!fault.startsWith('hangs')) await call
    hits.push({ id, fault: `“${fault}” in place of an answer to ${noun}`, hit: hasCome(), began })
  }
  await Promise.all(calls)
  await settle(500_000)
  await tell(world, round, hits, { charges: ['120.00'] })
}

type Events = MoneyWorld['stripe']['api']['events']
interface Case {
  world: MoneyWorld
  id: number
  events: Events
}
const webhookFaults: readonly [name: string, act: (one: Case) => Promise<string[]>][] = [
  ['forged', forgeEvents],
  ['late', delayEvents],
  ['twenty times at once', repeatEvents],
  ['newest first', reverseEvents],
]

async function deliver({ at }: MoneyWorld, body: Buffer, signature: string): Promise<number> {
  const answer = await fetch(`${at.address}/api-public/gateway-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: new Uint8Array(body),
  })
  return answer.status
}
const expectStatus = (expected: number, statuses: readonly number[]) =>
  statuses.every((status) => status === expected) ? [] : [`events were answered ${statuses.join(', ')}`]

async function forgeEvents({ world, events }: Case): Promise<string[]> {
  const statuses: number[] = []
  for (const event of events) {
    const { body, signature } = world.stripe.sign({ ...event, id: `${event.id}_forged` })
    const changed = Buffer.from(body.toString().replace('_forged', '_other1'))
    statuses.push(await deliver(world, changed, signature))
    statuses.push(await deliver(world, body, signature.replace(/v1=..../, 'v1=0000')))
    statuses.push(await deliver(world, body, world.stripe.sign(event, Date.now() + 400_000).signature))
  }
  const stored = await world.at.db.count(`from gateway_event where event_id ~ '_(forged|other1)$'`)
  return [...expectStatus(400, statuses), ...(stored === 0 ? [] : ['a forged event was stored'])]
}

/** Signed too long ago; then again, as Stripe does, once a worker has found the payment itself. */
async function delayEvents({ world, id, events }: Case): Promise<string[]> {
  const old: number[] = []
  const later: number[] = []
  for (const event of events) {
    const { signature } = world.stripe.sign(event, Date.now() - 400_000)
    old.push(await deliver(world, world.stripe.sign(event).body, signature))
  }
  await world.settle([id])
  for (const event of events) later.push(await deliver(world, ...toSend(world.stripe.sign(event))))
  return [...expectStatus(400, old), ...expectStatus(200, later)]
}

async function repeatEvents({ world, events }: Case): Promise<string[]> {
  const copies = events.flatMap((event) => Array.from({ length: 20 }, () => world.stripe.sign(event)))
  return expectStatus(200, await Promise.all(copies.map((copy) => deliver(world, ...toSend(copy)))))
}

/** A charge and its refund. */
async function reverseEvents({ world, id, events }: Case): Promise<string[]> {
  await world.settle([id])
  const refund = await world.refund(id, '50.00')
  if (refund.status !== 200) return [`the refund was answered ${JSON.stringify(refund)}`]
  const payment = (events[0]?.data.object as { id?: string } | undefined)?.id
  const all = world.stripe.api.events.filter(({ data }) => {
    const { id: objectId, payment_intent } = data.object as { id: string; payment_intent?: string }
    return payment === objectId || payment === payment_intent
  })
  const statuses: number[] = []
  for (const event of all.toReversed())
    statuses.push(await deliver(world, ...toSend(world.stripe.sign(event))))
  return expectStatus(200, statuses)
}

/** Charges whose answers are lost, so that only the events report them, which come in a wrong way. */
async function spoilWebhooks({ folder, times, tally }: Round): Promise<void> {
  const world = await MoneyWorld.start(folder, { workers: 1 })
  const { hits, settle } = watchHits(world)
  const cases: Promise<string[]>[] = []
  const ids = await world.payers(times)
  for (const [n, id] of ids.entries()) {
    const [name, act] = webhookFaults[n % webhookFaults.length]!
    const first = world.stripe.api.events.length
    const began = performance.now()
    world.stripe.goWrong(/confirm$/, 'dropped after')
    await world.charge(id, '120.00')
    const hit = !(await world.isSettled([id]))
    hits.push({ id, fault: `events ${name}`, hit, began })
    cases.push(act({ world, id, events: world.stripe.api.events.slice(first) }))
  }
  const answers = await Promise.all(cases)
  await settle(400_000)
  await wait(2000)
  const unsound = await world.books()
  for (const [n, { id, fault, hit, ms }] of hits.entries()) {
    const refunds = fault.endsWith('newest first') ? ['50.00'] : []
    const repeated = await world.compare(id, { charges: ['120.00'], refunds })
    if (ms === undefined) repeated.push('it never ended')
    tally.add({ fault, hit, wrong: [...(answers[n] ?? []), ...unsound.splice(0)], repeated, ms })
  }
  tally.leave(await world.at.left())
  await world.stop()
}

const toSend = ({ body, signature }: { body: Buffer; signature: string }) => [body, signature] as const

export const gatewayKinds: readonly Kind[] = [
  {
    name: 'charges',
    subject: '`kill -9` of the web process between Stripe and the database, in charges',
    times: 20,
    run: killCharges,
  },
  { name: 'refunds', subject: 'the same in refunds', times: 10, run: killRefunds },
  { name: 'answers', subject: 'lost, cut and broken answers of Stripe', times: 20, run: spoilAnswers },
  {
    name: 'webhooks',
    subject: 'webhooks forged, late, twenty times at once, newest first',
    times: 20,
    run: spoilWebhooks,
  },
]
