// Several people at once: who decides a held run, refunds a charge, takes a promo code, saves a card, uses a link.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#server/platform/secrets.ts'
import { FeedWorld } from '../harness/feed-world.ts'
import { MoneyWorld } from '../harness/money-world.ts'
import { Person, type Answer } from '../harness/person.ts'
import type { Kind, Round } from '../harness/tally.ts'

interface Raced {
  fault: string
  hit: boolean
  wrong?: string[]
  repeated: string[]
}
type Race = (world: MoneyWorld, atOnce: number) => Promise<Raced>

const all = <T>(n: number, act: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const broke = (answers: readonly Answer[]) =>
  answers
    .filter(({ status }) => status >= 500)
    .map(({ status, body }) => `${status}: ${JSON.stringify(body)}`)
const ok = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300)
const unlessOne = (count: number, noun: string) => (count === 1 ? [] : [`${noun}: ${count} in place of 1`])

let feeds: FeedWorld | undefined
const decideHeldRun: Race = async ({ at, finance }, atOnce) => {
  feeds ??= await FeedWorld.make(at)
  const run = await feeds.holdOne()
  const answers = await all(atOnce, (i) =>
    finance.post(`/api/feed-runs/${run}/${i % 2 === 0 ? 'apply' : 'discard'}`, { reason: 'Decided' }),
  )
  await feeds.settle()
  const { state } = await at.db.one<{ state: string }>('select state from feed_run where feed_run_id = $1', [
    run,
  ])
  const applied = await at.db.count(`from activity where type = 'feed.applied' and entity_id = $1`, [
    String(run),
  ])
  const expected = state === 'applied' ? 1 : 0
  return {
    fault: `${atOnce} approve or refuse a held run: ${state}`,
    hit: true,
    wrong: [...broke(answers), ...(['applied', 'discarded'].includes(state) ? [] : [`the run is ${state}`])],
    repeated: [
      ...unlessOne(ok(answers).length, 'decisions'),
      ...(applied === expected ? [] : [`applied ${applied} times`]),
    ],
  }
}

const refundOnce: Race = async (world, atOnce) => {
  const [id] = await world.payers(1)
  await world.charge(id!, '120.00')
  await world.settle([id!])
  const answers = await all(atOnce, () => world.refund(id!, '70.00'))
  await world.settle([id!])
  return {
    fault: `${atOnce} refund $70 of $120`,
    hit: true,
    wrong: broke(answers),
    repeated: await world.compare(id!, { charges: ['120.00'], refunds: ['70.00'] }),
  }
}

let codes = 0
const takeCode: Race = async ({ at, finance }, atOnce) => {
  const code = `RACE${++codes}`
  await at.db.rows(
    `insert into promo_code (promo_code, percentage_based, discount, is_recurring, usage_limit)
    values ($1, true, 10, true, 1)`,
    [code],
  )
  const vendors = await at.db.rows<{ vendor_id: number }>(
    `insert into vendor (company, vendor_status_id, vendor_plan_type_id)
    select 'Promoted ' || i, 1, 1 from generate_series(1, $1::int) i returning vendor_id`,
    [atOnce],
  )
  const answers = await all(atOnce, (i) =>
    finance.post(`/api/vendor/${vendors[i]!.vendor_id}/postPromoCode`, { promo_code: code }),
  )
  const uses = await at.db.count(
    'from promo_code_usage join promo_code using (promo_code_id) where promo_code = $1',
    [code],
  )
  return {
    fault: `${atOnce} vendors take a code for one`,
    hit: true,
    wrong: broke(answers),
    repeated: unlessOne(uses, 'uses of the code'),
  }
}

let customers = 0
const contact = {
  first_name: 'Pat',
  last_name: 'Payer',
  email: 'bills@example.com',
  phone: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Springfield',
  state: 'IL',
  province: '',
  zip: '62701',
  country: 'US',
}
const saveCards: Race = async ({ at, stripe }, atOnce) => {
  const customer = await at.signIn('customer', `customer${++customers}@example.com`)
  const setups = await all(atOnce, () => customer.post('/api/account/card-setup'))
  const secrets = setups.flatMap(({ body }) => (body.client_secret as string | undefined) ?? [])
  for (const secret of secrets)
    stripe.api.confirmSetup(secret, {
      card_num: '4242424242424242',
      exp_month: 12,
      exp_year: 2045,
      cvc: '123',
    })
  const answers = await Promise.all(
    secrets.map((secret) =>
      customer.post('/api/account/billing-information', {
        contact,
        credit_card: { setup: secret.split('_secret')[0] },
      }),
    ),
  )
  const cards = 'from payment_method where removed_tm is null and vendor_id = $1'
  return {
    fault: `${secrets.length} cards saved, ${ok(answers).length} accepted`,
    hit: secrets.length > 1,
    wrong: [...broke(setups), ...broke(answers)],
    repeated: [
      ...unlessOne(await at.db.count(cards, [customer.vendor_id]), 'cards in use'),
      ...unlessOne(
        await at.db.count('from payment_customer where vendor_id = $1', [customer.vendor_id]),
        'customers at Stripe',
      ),
    ],
  }
}

let links = 0
const useLink: Race = async ({ at }, atOnce) => {
  const token = randomBytes(32).toString('base64url')
  const email = `joins${++links}@example.com`
  await at.db.rows(
    `insert into staff_invitation (token_hash, email, role, invited_by_name, expires_tm)
    values ($1, $2, 'support', 'Pat', now() + interval '1 day')`,
    [sha256(token), email],
  )
  const visitors = await all(atOnce, () => Person.visit(at.address))
  const answers = await Promise.all(
    visitors.map((visitor, i) =>
      visitor.post(`/api-public/staff-invitation/${token}`, {
        first_name: `Person ${i}`,
        last_name: 'Joins',
        password: `another long enough password ${i}`,
      }),
    ),
  )
  const logins = await at.db.count('from login where email = $1', [email])
  return {
    fault: `${atOnce} join by one link`,
    hit: true,
    wrong: broke(answers),
    repeated: [
      ...unlessOne(answers.filter(({ body }) => body.success === true).length, 'who joined'),
      ...unlessOne(logins, 'logins'),
    ],
  }
}

const races: readonly [race: Race, atOnce: number][] = [
  [decideHeldRun, 6],
  [refundOnce, 10],
  [takeCode, 8],
  [saveCards, 6],
  [useLink, 12],
  [decideHeldRun, 12],
  [refundOnce, 15],
  [takeCode, 20],
  [saveCards, 8],
  [useLink, 6],
  [decideHeldRun, 20],
  [refundOnce, 20],
  [takeCode, 12],
  [saveCards, 10],
]

async function raceAll({ folder, times, tally }: Round): Promise<void> {
  feeds = undefined
  const world = await MoneyWorld.start(folder, { workers: 1, latencyMs: 5 })
  for (let n = 0; n < times; n++) {
    const [race, atOnce] = races[n % races.length]!
    const began = performance.now()
    const raced = await race(world, atOnce)
    if (n === times - 1) raced.wrong = [...(raced.wrong ?? []), ...(await world.books())]
    tally.add({ ...raced, ms: performance.now() - began })
  }
  tally.leave(await world.at.left())
  await world.stop()
}

export const racesKind: Kind = {
  name: 'races',
  subject: 'two people and more at once: held run, refund, promo code, card, link; 6 to 20 each',
  times: 14,
  run: raceAll,
}
