import { broken, reconcile } from '#server/areas/payments/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import { startStripe } from '#server/stand-ins/stripe-server.ts'
import { Installation } from './installation.ts'
import type { Answer, Person } from './person.ts'
import { startProxy } from './proxy.ts'
import { untilTrue } from './wait.ts'

const token = 'sk_test_secret'
const webhookSecret = 'whsec_secret'

interface Options {
  web?: boolean
  workers?: number
  /** Each way of a call to the gateway. */
  latencyMs?: number
}

/** Vendors that pay by cards at Stripe's stand-in, reached over HTTP. */
export class MoneyWorld {
  readonly at: Installation
  readonly stripe: Awaited<ReturnType<typeof startStripe>>
  readonly proxy: Awaited<ReturnType<typeof startProxy>>
  /** Someone who may move money. */
  #finance: Person | undefined

  static async start(folder: string, { latencyMs = 0, ...options }: Options): Promise<MoneyWorld> {
    const stripe = await startStripe({ token, webhookSecret })
    const proxy = await startProxy(stripe.address, latencyMs)
    const env = {
      STRIPE_SECRET_KEY: token,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: proxy.address,
    }
    const at = await Installation.start(folder, { ...options, env })
    await at.db.rows(`
      insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49), (2, 'Plus', 199.99)`)
    // no run is unusual
    await at.db.rows(`
      insert into renewal_day (day, completed_tm, invoices, amount, vendors)
      select day, day, 1000000, 100000000, 1000000
      from generate_series(current_date - interval '30 days', current_date + interval '60 days', '1 day') day
      on conflict do nothing`)
    await at.db.rows('update money_setting set second_person_above = null')
    const world = new MoneyWorld(at, stripe, proxy)
    if (at.web) world.#finance = await at.signIn('finance')
    return world
  }
  private constructor(at: Installation, stripe: MoneyWorld['stripe'], proxy: MoneyWorld['proxy']) {
    this.at = at
    this.stripe = stripe
    this.proxy = proxy
  }
  get finance(): Person {
    if (!this.#finance) throw new Error('There is no web process')
    return this.#finance
  }

  /** Active vendors with a card. @param dueIn days until they are billed; undefined: never */
  async payers(count: number, { dueIn, card = '4242424242424242' }: { dueIn?: number; card?: string } = {}) {
    const rows = await this.at.db.rows<{ vendor_id: number }>(
      `insert into vendor (company, vendor_status_id, vendor_plan_type_id, next_charge_date)
      select 'Payer ' || i, 1, 1 + i % 2, (now() at time zone 'utc')::date + $2::int
      from generate_series(1, $1::int) i
      returning vendor_id`,
      [count, dueIn ?? null],
    )
    const ids = rows.map(({ vendor_id }) => vendor_id)
    const cards = ids.map((id) => ({ id, ...this.#cardOf(id, card) }))
    await this.at.db.rows(
      `insert into payment_customer (vendor_id, gateway, customer)
      select id, 'stripe', customer from jsonb_to_recordset($1::jsonb) as c (id int, customer text)`,
      [JSON.stringify(cards)],
    )
    await this.at.db.rows(
      `insert into payment_method (vendor_id, gateway, method, brand, last4, exp_month, exp_year, insert_tm)
      select id, 'stripe', method, 'Visa', '4242', 12, 2045, now()
      from jsonb_to_recordset($1::jsonb) as c (id int, method text)`,
      [JSON.stringify(cards)],
    )
    return ids
  }
  /** What saving a card leaves at Stripe. */
  #cardOf(vendor_id: number, card_num: string) {
    const ask = (path: string, body: string) => {
      const request = { method: 'POST', path, query: new URLSearchParams(), body, address: '' }
      const answer = this.stripe.api.answer({ ...request, headers: { authorization: `Bearer ${token}` } })
      return answer.body as { id: string; client_secret: string }
    }
    const customer = ask('/v1/customers', `metadata[vendor_id]=${vendor_id}`).id
    const setup = ask('/v1/setup_intents', `customer=${customer}`)
    this.stripe.api.confirmSetup(setup.client_secret, { card_num, exp_month: 12, exp_year: 2045, cvc: '123' })
    const method = this.stripe.api.answer({
      method: 'GET',
      path: `/v1/setup_intents/${setup.id}`,
      query: new URLSearchParams(),
      body: '',
      address: '',
      headers: { authorization: `Bearer ${token}` },
    }).body as { payment_method: string }
    return { customer, method: method.payment_method }
  }

  charge(vendor_id: number, amount: string, headers: Record<string, string> = {}): Promise<Answer> {
    const charge = {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id: 1,
      charge_description: 'Feed set-up',
      amount,
    }
    return this.finance.post(`/api/vendor/${vendor_id}/manual-charge`, charge, headers)
  }
  async refund(vendor_id: number, amount: string): Promise<Answer> {
    const { vendor_charge_id } = await this.at.db.one<{ vendor_charge_id: number }>(
      `select vendor_charge_id::float8 from vendor_charge
      where vendor_id = $1 and vendor_charge_trans_type_id = 1 and vendor_charge_status_id = 1`,
      [vendor_id],
    )
    return this.finance.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount, note: 'Asked' })
  }

  /** Whether nothing of these vendors waits for the gateway's answer. */
  async isSettled(ids: readonly number[]): Promise<boolean> {
    const open = `from money_intent where state = 'open' and vendor_id = any($1::int[])`
    return (await this.at.db.count(open, [ids])) === 0
  }
  settle(ids: readonly number[], withinMs = 300_000): Promise<boolean> {
    return untilTrue(() => this.isSettled(ids), { withinMs, everyMs: 250 })
  }

  /** Compares what Stripe took of a vendor, and gave back, with our charges and what is expected of both. */
  async compare(vendor_id: number, expected: { charges: readonly string[]; refunds?: readonly string[] }) {
    const rows = await this.at.db.rows<{ amount: string; type: number }>(
      `select amount::text, vendor_charge_trans_type_id as type from vendor_charge
      where vendor_id = $1 and vendor_charge_status_id = 1`,
      [vendor_id],
    )
    const { intents, refunds } = this.stripe.api
    const taken = [...intents.values()].filter(
      ({ metadata, status }) => metadata.vendor_id === String(vendor_id) && status === 'succeeded',
    )
    const takenIds = new Set(taken.map(({ id }) => id))
    const given = [...refunds.values()].filter(
      ({ payment_intent, status }) => takenIds.has(payment_intent) && status === 'succeeded',
    )
    const list = (amounts: readonly string[]) => amounts.toSorted().join(' + ') || 'nothing'
    const dollars = (all: readonly { amount: number }[]) =>
      list(all.map((one) => (one.amount / 100).toFixed(2)))
    const ours = (type: number) => list(rows.filter((row) => row.type === type).map(({ amount }) => amount))
    const repeated: string[] = []
    const expect = (noun: string, there: string, amounts: readonly string[] = []) => {
      if (there !== list(amounts))
        repeated.push(`vendor ${vendor_id}: ${noun} ${there}, due ${list(amounts)}`)
    }
    expect('Stripe took', dollars(taken), expected.charges)
    expect('we have charged', ours(1), expected.charges)
    expect('Stripe gave back', dollars(given), expected.refunds)
    expect('we have refunded', ours(3), expected.refunds)
    return repeated
  }

  /** What the check of the books finds, and what differs from the gateway. */
  async books(): Promise<string[]> {
    const config = readConfig(this.at.env)
    const services = await openServices(config, this.at.db.url, createLog('silent'), { supervise: false })
    try {
      const wrong = (await broken(services)).map(({ name, rows }) => `${name}: ${JSON.stringify(rows[0])}`)
      await reconcile(services)
      const differences = await this.at.db.rows(`
        select d.* from gateway_difference d
        join money_intent i using (money_intent_id)
        where d.gone_tm is null and i.state <> 'open'`)
      return [...wrong, ...differences.map((row) => `the gateway has otherwise: ${JSON.stringify(row)}`)]
    } finally {
      await services.close()
    }
  }

  async stop(): Promise<void> {
    await this.at.stop()
    await this.proxy.close()
    await this.stripe.close()
  }
}
