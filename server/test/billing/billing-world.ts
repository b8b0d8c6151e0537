import type { FastifyInstance } from 'fastify'
import { renew, saveCard, sendDueMoney, takeEvents } from '../../areas/payments/public.ts'
import { keepReports } from '../../areas/reports/public.ts'
import { sql } from '../../platform/database/db.ts'
import type { Services } from '../../platform/services.ts'
import type { Step } from './billing-acts.ts'
import { BillingCalls, dayOf, expectSame, type Answer, type AskOptions } from './billing-calls.ts'
import { compareBills, lastPeriods, payAhead, periodsAfter, statusesOf } from './billed-days.ts'
import { faultsOf } from './billing-faults.ts'
import { dueVendors } from './expected-bills.ts'
import { makeBusyDays } from './busy-days.ts'
import { KilledPool } from './killed-pool.ts'

const dayMs = 86_400_000
const suppliers = 3
interface Counts {
  done: number
  refused: number
  killed: number
}
interface ShownLine {
  kind: string
  text: string
  amount: string
}
interface ShownBill {
  vendor_id: number
  next: string
  lines: ShownLine[]
}
/** An invoice names the plan with the word “plan” and its days. */
const lineText = ({ kind, text, amount }: ShownLine) => [kind, kind === 'plan' ? '' : text, amount]
/**
 * Vendors whose money moves as people and days make it move, by the app's own calls, in a process that may
 * die; after each day all bills are compared with a plain recomputation.
 */
export class BillingWorld {
  readonly #services: Services
  readonly #app: FastifyInstance
  readonly #headers: Record<string, string>
  readonly #process: KilledPool
  #now = 0
  #calls = 0
  /** Whether previews are compared with what the acts did. */
  #weighs = true
  readonly #there = { suppliers: [] as number[], codes: [] as string[], extras: [] as number[] }
  readonly #acts: BillingCalls
  vendors: number[] = []
  /** How often each act was done, refused, or killed. */
  readonly told = new Map<string, Counts>()

  /** @param headers of two signed-in people who may move money */
  constructor(
    services: Services,
    app: FastifyInstance,
    headers: readonly [Record<string, string>, Record<string, string>],
  ) {
    this.#services = services
    this.#app = app
    this.#headers = headers[0]
    this.#process = new KilledPool(services)
    services.clock.now = () => this.#now
    this.#acts = new BillingCalls({
      db: services.db,
      there: this.#there,
      vendors: () => this.vendors,
      now: () => this.#now,
      nth: () => this.#calls,
      weighs: () => this.#weighs,
      ask: (...args) => this.#post(...args),
      second: headers[1],
      card: (vendor_id, number) => this.#card(vendor_id, number),
    })
  }

  /** Adds what acts choose from: plans, suppliers, codes, extras. */
  async furnish(): Promise<void> {
    const { db } = this.#services
    await sql`
      insert into plan_type (vendor_plan_type_id, name, monthly_fee, families)
      values (1, 'Pro', 49, '{Pro}'), (2, 'Plus', 199.99, '{Plus,VIP}'), (3, 'Free', 0, '{}')`.execute(db)
    const supplierRows = await sql<{ id: number }>`
      insert into dropshipper (supplier_name, dropshipper_prefix, allow_browse)
      select 'Billed ' || i, 'BI' || i, 1 from generate_series(1, ${suppliers}::int) i
      returning dropshipper_id as id`.execute(db)
    this.#there.suppliers = supplierRows.rows.map((row) => row.id)
    const extras = await sql<{ id: number }>`
      insert into billing_extra_type (billing_extra_name) values ('Extra one'), ('Extra two')
      returning billing_extra_type_id as id`.execute(db)
    this.#there.extras = extras.rows.map((row) => row.id)
    const codes = await sql<{ code: string }>`
      insert into promo_code (promo_code, percentage_based, discount, is_recurring, recurring_billing_cycles,
        plan_only, billing_plan_id, dropshipper_id)
      values ('ONCE15', false, 15, false, null, null, null, null), ('TENTH', true, 10, true, 3, null, null, null),
        ('THIRD', true, 33.33, true, null, null, null, null),
        ('PLUSONLY', true, 50, true, 2, 'Plus', null, null), ('PRO99', false, 99, true, 2, null, 1, null),
        ('FIRST8', false, 8, true, null, null, null, ${this.#there.suppliers[0]!})
      returning promo_code as code`.execute(db)
    this.#there.codes = codes.rows.map((row) => row.code)
    await sql`update money_setting set second_person_above = 250`.execute(db)
    await makeBusyDays(db)
  }

  /** Starts with new vendors on a day; earlier ones no longer take part. */
  async begin(day: string, count: number): Promise<void> {
    const { db } = this.#services
    this.#now = Date.parse(`${day}T12:00:00Z`)
    await sql`
      update vendor
      set deleted_tm = now(), next_charge_date = null
      where vendor_id = any(${this.vendors}::int[])`.execute(db)
    // it may begin before the last run ended
    await sql`delete from gateway_watch`.execute(db)
    const { rows } = await sql<{ vendor_id: number }>`
      insert into vendor (company, vendor_status_id, vendor_plan_type_id, next_charge_date, insert_tm)
      select 'Billed ' || i, 1, 1 + i % 2, ${day}::date + i % 28, ${day}::date
      from generate_series(1, ${count}::int) i
      returning vendor_id`.execute(db)
    this.vendors = rows.map((row) => row.vendor_id)
    await sql`
      insert into subscription (vendor_id, dropshipper_id, insert_tm)
      select vendor_id, dropshipper_id, ${day}::date
      from unnest(${this.vendors}::int[]) vendor_id, unnest(${this.#there.suppliers.slice(0, 2)}::int[]) dropshipper_id`.execute(
      db,
    )
    for (const vendor_id of this.vendors) await this.#card(vendor_id, '4242424242424242')
  }

  async step({ vendor, act, dies, twice }: Step): Promise<void> {
    const vendor_id = this.vendors[vendor]!
    const counts = this.told.getOrInsertComputed(act.do, () => ({ done: 0, refused: 0, killed: 0 }))
    if (act.do === 'days') {
      await this.#days(act.days, dies, counts)
      counts.done++
      return
    }
    const key = `act ${++this.#calls}`
    this.#weighs = dies === null
    const call = await this.#acts.callOf(act, vendor_id)
    if (!call) return void counts.refused++
    if (dies) this.#process.arm(dies)
    let answer = await call(key)
    if (this.#process.died) {
      counts.killed++
      await this.#process.revive()
      // unanswered payments are checked once they are due
      this.#now += 180_000
      // repeating a call that was done but not answered is refused
      if (await this.#isDone(key)) return
      answer = await call(key)
    }
    await this.#process.revive()
    if (twice) await call(key)
    if (answer.status >= 500) throw new Error(`${act.do}: ${JSON.stringify(answer)}`)
    if (answer.status < 300) counts.done++
    else counts.refused++
  }

  async #isDone(key: string): Promise<boolean> {
    const { rows } = await sql`select from idempotency_key where key = ${key}`.execute(this.#services.db)
    return rows.length > 0
  }

  /** Lets days pass and runs the renewals; again if the process dies. */
  async #days(days: number, dies: Step['dies'], counts: Counts): Promise<void> {
    const { db } = this.#services
    // at noon, so no midnight falls between the expectation and the run
    this.#now = Date.parse(`${dayOf(this.#now)}T12:00:00Z`) + days * dayMs
    const today = dayOf(this.#now)
    await takeEvents(this.#services)
    const due = await dueVendors(db, today)
    const shownBills = await this.#shownBills(due)
    const periods = await periodsAfter(
      db,
      due.map((vendor) => vendor.vendor_id),
      today,
    )
    if (periods.length > 0) throw new Error('Due, and billed before')
    const before = await lastPeriods(db, this.vendors)
    const ahead = await payAhead(db)
    const status = await statusesOf(db, this.vendors)
    if (dies) {
      this.#process.arm({ ...dies, after: dies.after * 3 })
      const error = await renew(this.#services).then(
        () => null,
        (error: unknown) => error,
      )
      if (error !== null && !this.#process.died) throw error
      if (this.#process.died) counts.killed++
      await this.#process.revive()
      this.#now += 180_000
    }
    await renew(this.#services)
    await compareBills(db, today, this.vendors, {
      due: due.filter((vendor) => !ahead.has(vendor.vendor_id)),
      before,
      status,
    })
    await this.#compareShown(shownBills.filter((vendor) => !ahead.has(vendor.vendor_id)))
    this.#now += 600_000
    await sendDueMoney(this.#services)
    // day by day, as in production, so that the figures made from nothing are compared with these
    await keepReports(this.#services)
  }

  /** The next bills as screens show them, on the morning of their days. */
  #shownBills(due: readonly { vendor_id: number; next: string }[]): Promise<ShownBill[]> {
    return Promise.all(
      due.map(async ({ vendor_id, next }) => {
        const { body } = await this.#post('GET', `/api/vendor/view/${vendor_id}/billing`)
        return { vendor_id, next, lines: (body.due as { lines: ShownLine[] }).lines }
      }),
    )
  }
  async #compareShown(shownBills: readonly ShownBill[]): Promise<void> {
    for (const { vendor_id, next, lines } of shownBills) {
      const { rows } = await sql<ShownLine>`
        select l.kind, l.text, l.amount::text
        from billing_period b
        join invoice i using (invoice_id)
        join invoice_line l using (invoice_id)
        where b.vendor_id = ${vendor_id} and b.starts = ${next}::date and i.kind = 'renewal'
        order by l.line_no`.execute(this.#services.db)
      expectSame(`The bill of vendor ${vendor_id} for ${next}`, lines.map(lineText), rows.map(lineText))
    }
  }

  /** Acts that were never carried out, so nothing was tested about them. */
  undone(): string[] {
    return [...this.told].flatMap(([act, { done: count }]) => (count === 0 ? act : []))
  }

  /** Waits for all answers that ever come, then lists the faults. */
  async faults(): Promise<string[]> {
    for (let turn = 0; turn < 4; turn++) {
      this.#now += 6 * 3_600_000
      await sendDueMoney(this.#services)
    }
    return faultsOf(this.#services, this.vendors)
  }

  async #post(
    method: 'POST' | 'DELETE' | 'GET',
    url: string,
    body?: unknown,
    { key, headers = this.#headers }: AskOptions = {},
  ): Promise<Answer> {
    const response = await this.#app.inject({
      method,
      url,
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      ...(body !== undefined && { payload: body as object }),
    })
    const json = response.body !== '' && String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, body: json ? response.json() : {} }
  }
  async #card(vendor_id: number, card_num: string): Promise<Answer> {
    const card = { name_on_card: 'Pat Payer', card_num, card_type_id: 1, exp_month: 12, exp_year: 2045 }
    await saveCard(this.#services, vendor_id, { card }).catch((error: unknown) => {
      if (!this.#process.died) throw error
    })
    return { status: 200, body: {} }
  }
}
