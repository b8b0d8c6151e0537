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

/** Charges and refunds whose events come forged, late, twenty times at once, or the newest first. */
async function spoilWebhooks(round: Round): Promise<void> {
  const world = await MoneyWorld.start(round.folder, { workers: 1 })
  const { stripe, at } = world
  const deliver = async (body: Buffer, signature: string) => {
    const answer = await fetch(`${at.address}/api-public/gateway-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: new Uint8Array(body),
    })
    return answer.status
  }
  const { hits, settle } = watchHits(world)
  const ids = await world.payers(round.times)
  const faulty: string[] = []
  for (const [n, id] of ids.entries()) {
    const began = performance.now()
    const first = stripe.api.events.length
    // the answer is lost: only the events tell that it was paid
    stripe.goWrong(/confirm$/, 'dropped after')
    await world.charge(id, '120.00')
    const hit = !(await world.isSettled([id]))
    const events = stripe.api.events.slice(first)
    const fault = (['forged', 'late', 'repeated', 'reversed'] as const)[n % 4]!
    hits.push({ id, fault: `${events.length} events ${fault}`, hit, began })
    if (fault === 'forged') {
      const before = await at.db.count('from gateway_event')
      for (const event of events) {
        const { body, signature } = stripe.sign({ ...event, id: `${event.id}_forged` })
        const statuses = [
          await deliver(Buffer.from(body.toString().replace('_forged', '_other1')), signature),
          await deliver(body, signature.replace(/v1=..../, 'v1=0000')),
          await deliver(body, stripe.sign(event, Date.now() + 400_000).signature),
        ]
        if (statuses.some((status) => status !== 400)) faulty.push(`forged events were answered ${statuses}`)
      }
      if ((await at.db.count('from gateway_event')) !== before) faulty.push('a forged event was stored')
    }
    if (fault === 'late') {
      for (const event of events) {
        const { body } = stripe.sign(event)
        const status = await deliver(body, stripe.sign(event, Date.now() - 400_000).signature)
        if (status !== 400) faulty.push(`an event signed long ago was answered ${status}`)
      }
      // sent again, as Stripe does, once the timer has settled it
      await world.settle([id], 200_000)
      for (const event of events) await deliver(...toSend(stripe.sign(event)))
    }
    if (fault === 'repeated')
      await Promise.all(
        events.flatMap((event) => Array.from({ length: 20 }, () => deliver(...toSend(stripe.sign(event))))),
      )
    if (fault === 'reversed') {
      await world.settle([id], 200_000)
      await world.refund(id, '50.00')
      const all = stripe.api.events.slice(first).toReversed()
      for (const event of all) await deliver(...toSend(stripe.sign(event)))
    }
  }
  await settle(400_000)
  await wait(2000)
  const wrong = [...faulty, ...(await world.books())]
  for (const [n, { id, fault, hit, ms }] of hits.entries()) {
    const refunds = n % 4 === 3 ? ['50.00'] : []
    const repeated = await world.compare(id, { charges: ['120.00'], refunds })
    if (ms === undefined) repeated.push('it never ended')
    round.tally.add({ fault, hit, wrong: wrong.splice(0), repeated, ms })
  }
  round.tally.leave(await at.left())
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
