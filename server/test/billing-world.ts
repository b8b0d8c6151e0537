import type { FastifyInstance } from 'fastify'
import { broken, reconcile, renew, saveCard, sendDueMoney, takeEvents } from '../areas/payments/public.ts'
import { sql } from '../platform/db.ts'
import type { Services } from '../platform/services.ts'
import type { Act, Step } from './billing-acts.ts'
import { dueVendors, expectedBills } from './expected-bills.ts'
import { KilledPool } from './killed-pool.ts'

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const suppliers = 3
interface Counts {
  done: number
  refused: number
  killed: number
}
interface Answer {
  status: number
  body: Record<string, unknown>
}

interface SaidLine {
  kind: string
  text: string
  amount: string
}
interface SaidBill {
  vendor_id: number
  next: string
  lines: SaidLine[]
}
/** On paper a plan says that it is one, and for which days. */
const lineText = ({ kind, text, amount }: SaidLine) => [kind, kind === 'plan' ? '' : text, amount]
function same(what: string, said: unknown, done: unknown): void {
  const [before, after] = [JSON.stringify(said), JSON.stringify(done)]
  if (before !== after) throw new Error(`${what}: said ${before}, done ${after}`)
}

/**
 * Vendors whose money moves as people and days make it move, by the app's own calls, in a process that may
 * die; after each day all bills are compared with a plain recomputation.
 */
export class BillingWorld {
  readonly #services: Services
  readonly #app: FastifyInstance
  readonly #headers: Record<string, string>
  readonly #second: Record<string, string>
  readonly #process: KilledPool
  #now = 0
  #calls = 0
  /** What is said before an act is compared with what it did. */
  #weighs = true
  #suppliers: number[] = []
  #codes: string[] = []
  #extras: number[] = []
  vendors: number[] = []
  /** How often each act was carried out, and refused. */
  readonly told = new Map<string, Counts>()

  /** @param headers of two signed-in people who may move money */
  constructor(
    services: Services,
    app: FastifyInstance,
    headers: readonly [Record<string, string>, Record<string, string>],
  ) {
    this.#services = services
    this.#app = app
    ;[this.#headers, this.#second] = headers
    this.#process = new KilledPool(services)
    services.clock.now = () => this.#now
  }

  /** What there is to choose of: plans, suppliers, codes, extras. */
  async furnish(): Promise<void> {
    const { db } = this.#services
    await sql`
      insert into plan_type (vendor_plan_type_id, name, monthly_fee, families)
      values (1, 'Pro', 49, '{Pro}'), (2, 'Plus', 199.99, '{Plus,VIP}'), (3, 'Free', 0, '{}')`.execute(db)
    const made = await sql<{ id: number }>`
      insert into dropshipper (supplier_name, dropshipper_prefix, allow_browse)
      select 'Billed ' || i, 'BI' || i, 1 from generate_series(1, ${suppliers}::int) i
      returning dropshipper_id as id`.execute(db)
    this.#suppliers = made.rows.map((row) => row.id)
    const extras = await sql<{ id: number }>`
      insert into billing_extra_type (billing_extra_name) values ('Extra one'), ('Extra two')
      returning billing_extra_type_id as id`.execute(db)
    this.#extras = extras.rows.map((row) => row.id)
    const codes = await sql<{ code: string }>`
      insert into promo_code (promo_code, percentage_based, discount, is_recurring, recurring_billing_cycles,
        plan_only, billing_plan_id, dropshipper_id)
      values ('ONCE15', false, 15, false, null, null, null, null), ('TENTH', true, 10, true, 3, null, null, null),
        ('THIRD', true, 33.33, true, null, null, null, null),
        ('PLUSONLY', true, 50, true, 2, 'Plus', null, null), ('PRO99', false, 99, true, 2, null, 1, null),
        ('FIRST8', false, 8, true, null, null, null, ${this.#suppliers[0]!})
      returning promo_code as code`.execute(db)
    this.#codes = codes.rows.map((row) => row.code)
    await sql`update money_setting set second_person_above = 250`.execute(db)
  }

  /** Other vendors, from a day on; those from before are out of it. */
  async begin(day: string, count: number): Promise<void> {
    const { db } = this.#services
    this.#now = Date.parse(`${day}T12:00:00Z`)
    await sql`
      update vendor
      set deleted_tm = now(), next_charge_date = null
      where vendor_id = any(${this.vendors}::int[])`.execute(db)
    // it may begin before the last ones ended
    await sql`delete from gateway_watch`.execute(db)
    const { rows } = await sql<{ vendor_id: number }>`
      insert into vendor (company, vendor_status_id, vendor_plan_type_id, next_charge_date)
      select 'Billed ' || i, 1, 1 + i % 2, ${day}::date + i % 28
      from generate_series(1, ${count}::int) i
      returning vendor_id`.execute(db)
    this.vendors = rows.map((row) => row.vendor_id)
    await sql`
      insert into subscription (vendor_id, dropshipper_id)
      select vendor_id, dropshipper_id
      from unnest(${this.vendors}::int[]) vendor_id, unnest(${this.#suppliers.slice(0, 2)}::int[]) dropshipper_id`.execute(
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
    const call = await this.#callOf(act, vendor_id)
    if (!call) return void counts.refused++
    if (dies) this.#process.arm(dies)
    let answer = await call(key)
    if (this.#process.died) {
      counts.killed++
      await this.#process.revive()
      // what was sent and not answered is asked about once its time has come
      this.#now += 180_000
      // who asks again what was done and not answered waits, and is told to look
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

  /** Days pass, and what they bring is done; where the process dies, it is done again. */
  async #days(days: number, dies: Step['dies'], counts: Counts): Promise<void> {
    const { db } = this.#services
    // at noon: no midnight comes between what is expected of a day and what it brings
    this.#now = Date.parse(`${dayOf(this.#now)}T12:00:00Z`) + days * dayMs
    const today = dayOf(this.#now)
    await takeEvents(this.#services)
    const due = await dueVendors(db, today)
    const said = await this.#saidBills(due)
    const periods = await this.#periodsAfter(
      due.map((one) => one.vendor_id),
      today,
    )
    if (periods.length > 0) throw new Error('Due, and billed before')
    const before = await this.#lastPeriods()
    const ahead = await this.#payAhead()
    const status = await this.#statuses()
    if (dies) {
      this.#process.arm({ ...dies, after: dies.after * 3 })
      const error = await renew(this.#services).then(
        () => null,
        (failed: unknown) => failed,
      )
      if (error !== null && !this.#process.died) throw error
      if (this.#process.died) counts.killed++
      await this.#process.revive()
      this.#now += 180_000
    }
    await renew(this.#services)
    await this.#compare(
      due.filter((one) => !ahead.has(one.vendor_id)),
      before,
      status,
      today,
    )
    await this.#compareSaid(said.filter((one) => !ahead.has(one.vendor_id)))
    this.#now += 600_000
    await sendDueMoney(this.#services)
  }

  /** The next bills as screens have them, on the morning of their days. */
  #saidBills(due: readonly { vendor_id: number; next: string }[]): Promise<SaidBill[]> {
    return Promise.all(
      due.map(async ({ vendor_id, next }) => {
        const { body } = await this.#post('GET', `/api/vendor/view/${vendor_id}/billing`)
        return { vendor_id, next, lines: (body.due as { lines: SaidLine[] }).lines }
      }),
    )
  }
  async #compareSaid(said: readonly SaidBill[]): Promise<void> {
    for (const { vendor_id, next, lines } of said) {
      const { rows } = await sql<SaidLine>`
        select l.kind, l.text, l.amount::text
        from billing_period b
        join invoice i using (invoice_id)
        join invoice_line l using (invoice_id)
        where b.vendor_id = ${vendor_id} and b.starts = ${next}::date and i.kind = 'renewal'
        order by l.line_no`.execute(this.#services.db)
      same(`The bill of vendor ${vendor_id} for ${next}`, lines.map(lineText), rows.map(lineText))
    }
  }

  /** Vendors of whom a charge for their next bill is under way: they are billed after its answer. */
  async #payAhead(): Promise<Set<number>> {
    const { rows } = await sql<{ vendor_id: number }>`
      select vendor_id from money_intent where state = 'open' and terms->>'period' is not null`.execute(
      this.#services.db,
    )
    return new Set(rows.map((row) => row.vendor_id))
  }

  async #compare(
    due: Awaited<ReturnType<typeof dueVendors>>,
    before: Map<number, string>,
    status: Map<number, number>,
    today: string,
  ): Promise<void> {
    const { rows } = await sql<{
      vendor_id: number
      starts: string
      ends: string
      total: string
      kind: string
    }>`
      select b.vendor_id, b.starts, b.ends, i.total, i.kind
      from billing_period b
      join invoice i using (invoice_id)
      where b.vendor_id = any(${this.vendors}::int[]) and b.starts > ${today}::date - 150
        and i.kind = 'renewal'
      order by b.vendor_id, b.starts`.execute(this.#services.db)
    const { rows: frozen } = await sql<{ vendor_id: number; n: number }>`
      select vendor_id, count(*)::int as n
      from subscription
      where paused_at is not null
      group by vendor_id`.execute(this.#services.db)
    const frozenOf = new Map(frozen.map((row) => [row.vendor_id, row.n]))
    const dueOf = new Map(due.map((one) => [one.vendor_id, one]))
    const found = Map.groupBy(
      rows.filter((row) => row.starts > (before.get(row.vendor_id) ?? '')),
      (row) => row.vendor_id,
    )
    for (const vendor_id of this.vendors) {
      const billed = (found.get(vendor_id) ?? []).map(({ starts, ends, total }) => ({
        starts,
        ends,
        total: Math.round(Number(total) * 100),
      }))
      const one = dueOf.get(vendor_id)
      // whoever recovers today may be billed today or the next time
      if (!one && status.get(vendor_id) !== 1) continue
      const expected = one ? expectedBills(one, frozenOf.get(vendor_id) ?? 0, today) : []
      if (JSON.stringify(billed) !== JSON.stringify(expected))
        throw new Error(
          `Vendor ${vendor_id} on ${today} was billed ${JSON.stringify(billed)}, ` +
            `expected ${JSON.stringify(expected)} of ${JSON.stringify(one)}`,
        )
    }
  }
  async #periodsAfter(vendors: number[], today: string) {
    const { rows } = await sql`
      select from billing_period b
      join vendor v using (vendor_id)
      where b.vendor_id = any(${vendors}::int[]) and b.starts >= v.next_charge_date and b.starts > ${today}::date`.execute(
      this.#services.db,
    )
    return rows
  }
  async #lastPeriods(): Promise<Map<number, string>> {
    const { rows } = await sql<{ vendor_id: number; last: string }>`
      select vendor_id, max(starts)::date as last
      from billing_period
      where vendor_id = any(${this.vendors}::int[])
      group by vendor_id`.execute(this.#services.db)
    return new Map(rows.map((row) => [row.vendor_id, row.last]))
  }
  async #statuses(): Promise<Map<number, number>> {
    const { rows } = await sql<{ vendor_id: number; vendor_status_id: number }>`
      select vendor_id, vendor_status_id
      from vendor
      where vendor_id = any(${this.vendors}::int[])`.execute(this.#services.db)
    return new Map(rows.map((row) => [row.vendor_id, row.vendor_status_id]))
  }

  /** Acts that were never carried out: of them nothing is shown. */
  undone(): string[] {
    return [...this.told].flatMap(([what, { done }]) => (done === 0 ? what : []))
  }

  /** Every answer has come, as far as it ever does; what the books break, and what the gateway has otherwise. */
  async faults(): Promise<string[]> {
    const { db } = this.#services
    for (let turn = 0; turn < 4; turn++) {
      this.#now += 6 * 3_600_000
      await sendDueMoney(this.#services)
    }
    const wrong = (await broken(this.#services)).map((one) => JSON.stringify(one))
    await reconcile(this.#services)
    const { rows } = await sql`
      select d.*
      from gateway_difference d
      join money_intent i using (money_intent_id)
      where d.gone_tm is null and i.state <> 'open'`.execute(db)
    wrong.push(...rows.map((row) => `The gateway has otherwise: ${JSON.stringify(row)}`))
    const { rows: sums } = await sql<Record<string, string>>`
      with of_us as (select unnest(${this.vendors}::int[]) as vendor_id),
      posted as (
        select p.account, p.amount, t.key
        from ledger_posting p
        join ledger_transaction t using (ledger_transaction_id)
        join of_us on of_us.vendor_id = p.vendor_id)
      select
        (
          select coalesce(sum(p.amount), 0)
          from sandbox_payment p
          join of_us using (vendor_id)
          join money_intent i on i.gateway_ref = p.ref
          where p.state = 'succeeded' and i.state <> 'open')
        - (
          select coalesce(sum(r.amount), 0)
          from sandbox_refund r
          join money_intent i on i.gateway_ref = r.ref
          join of_us using (vendor_id)
          where i.state = 'succeeded') as gateway,
        (
          select coalesce(sum(amount), 0)
          from posted
          where account in ('gateway', 'disputed', 'dispute_loss')) as ledger,
        (select coalesce(sum(credit_available), 0) from vendor join of_us using (vendor_id)) as credit_left,
        (
          select coalesce(sum(-amount), 0) from posted where account = 'credit' and amount < 0) as credit_given,
        (select coalesce(sum(amount), 0) from posted where account = 'credit' and amount > 0) as credit_used`.execute(
      db,
    )
    const { gateway, ledger, credit_left, credit_given, credit_used } = sums[0]!
    if (Number(gateway) !== Number(ledger)) wrong.push(`At the gateway ${gateway}, in the ledger ${ledger}`)
    if (Math.round((Number(credit_given) - Number(credit_used) - Number(credit_left)) * 100) !== 0)
      wrong.push(`Credit given ${credit_given}, used ${credit_used}, left ${credit_left}`)
    const { rows: twice } = await sql`
      select vendor_id, charge_description
      from vendor_charge
      where vendor_id = any(${this.vendors}::int[])
        and charge_description like 'By act %'
        and vendor_charge_trans_type_id <> 3
        and vendor_charge_status_id = 1
      group by vendor_id, charge_description
      having count(*) > 1`.execute(db)
    wrong.push(...twice.map((row) => `Charged twice: ${JSON.stringify(row)}`))
    return wrong
  }

  async #post(
    method: 'POST' | 'DELETE' | 'GET',
    url: string,
    body?: unknown,
    key?: string,
    by = this.#headers,
  ): Promise<Answer> {
    const response = await this.#app.inject({
      method,
      url,
      headers: { ...by, ...(key !== undefined && { 'idempotency-key': key }) },
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

  /** The call that an act is, looked up before it may die; null: there is nothing to do it to. */
  async #callOf(
    act: Exclude<Act, { do: 'days' }>,
    id: number,
  ): Promise<((key: string) => Promise<Answer>) | null> {
    const of = `/api/vendor/${id}`
    const post = (url: string, body?: unknown) => (key: string) => this.#post('POST', url, body, key)
    const today = dayOf(this.#now)
    const dayIn = (days: number) => dayOf(this.#now + days * dayMs)
    switch (act.do) {
      case 'plan':
        return post(`${of}/plan-type`, { vendor_plan_type_id: act.plan, reason: '' })
      case 'own plan': {
        const ends = act.lasts === null ? null : dayIn(act.starts + act.lasts)
        return post(`${of}/billing-plan`, {
          billing_plan: {
            monthly_fee: act.fee,
            custom_billing_plan_start_tm: dayIn(act.starts),
            billing_plan_will_expire: ends !== null,
            billing_plan_expiration_date: ends,
            billing_plan_default_id: act.next,
          },
        })
      }
      case 'own plan used':
        return post(`${of}/toggle-uses-custom-billing-plan`, { has_custom_billing_plan: act.used })
      case 'extras':
        return post(`${of}/billing-extras`, {
          billing_extras: act.costs.flatMap((cost, i) =>
            cost === null
              ? []
              : { id: { vendor_id: id, billing_extra_type_id: this.#extras[i]! }, billing_extra_cost: cost },
          ),
        })
      case 'subscribe':
        return post(`${of}/subscription/${this.#suppliers[act.supplier]!}`)
      case 'subscription': {
        const { do: _, supplier, ...change } = act
        return this.#subscription(id, {
          subscriptions: [{ dropshipper_id: this.#suppliers[supplier]!, ...change }],
        })
      }
      case 'charge':
        return this.#weighed(id, `${of}/manual-charge`, {
          vendor_charge_type_id: 2,
          vendor_charge_trans_type_id: act.type,
          charge_description: `By act ${this.#calls} on ${today}`,
          amount: act.amount,
          ghost: act.ghost,
          update_next_charge_date: act.stands,
        })
      case 'refund':
        return this.#refund(id, act)
      case 'cancel after refund': {
        const kept = act.first ? await this.#keptNow(id) : []
        return async (key) => {
          for (const body of kept)
            await this.#post('POST', `${of}/refund`, body, `${key} of ${body.vendor_charge_id}`)
          return this.#post('POST', `${of}/cancel-after-refund`, undefined, key)
        }
      }
      case 'code given':
        return post(`${of}/postPromoCode`, { promo_code: this.#codes[act.code]! })
      case 'code taken off': {
        const { rows } = await sql<{ id: number }>`
          select promo_code_usage_id as id
          from promo_code_usage
          join promo_code using (promo_code_id)
          where vendor_id = ${id} and promo_code = ${this.#codes[act.code]!} and removed_tm is null`.execute(
          this.#services.db,
        )
        if (!rows[0]) return null
        const url = `/api/vendor/${rows[0].id}/deletePromeCode`
        return (key) => this.#post('DELETE', url, undefined, key)
      }
      case 'card':
        return () => this.#card(id, act.number)
      case 'retry':
        return post(`${of}/retry-payment`)
      case 'close invoice':
        return this.#closeInvoice(id, act)
      case 'credit':
        return this.#basics(id, { credit_available: act.amount })
      case 'next charge':
        return this.#basics(id, { next_charge_date: dayIn(act.inDays) })
      case 'status':
        return this.#basics(id, { vendor_status_id: act.to })
      case 'code changed':
        return this.#changeCode(this.#codes[act.code]!, act)
      case 'agree':
        return this.#agree(id, act.newest)
    }
  }
  async #refund(id: number, act: { charge: number; percent: number }) {
    const { rows } = await sql<{ vendor_charge_id: number; amount: string }>`
      select vendor_charge_id, greatest(1, round((amount - refunded) * ${act.percent}::int / 100, 2))::text as amount
      from vendor_charge
      where vendor_id = ${id} and vendor_charge_trans_type_id = 1 and vendor_charge_status_id = 1
        and money_intent_id is not null
      order by vendor_charge_id desc
      offset ${act.charge}
      limit 1`.execute(this.#services.db)
    if (!rows[0]) return null
    return this.#weighed(id, `/api/vendor/${id}/refund`, { ...rows[0], note: 'Asked for' })
  }
  /** One of the vendor's own, or else another's: few have an open one, and fewer one that nobody is asked for. */
  async #closeInvoice(id: number, { how, writtenOff }: { how: string; writtenOff: boolean }) {
    const { rows } = await sql<{ vendor_id: number; invoice_id: number }>`
      select vendor_id, invoice_id
      from invoice
      where vendor_id = any(${this.vendors}::int[]) and paid_tm is null and kind = 'renewal'
      order by (written_off_tm is not null) <> ${writtenOff}::boolean,
        exists (
          select from money_intent m where m.vendor_id = invoice.vendor_id and m.state = 'open'),
        vendor_id <> ${id}, invoice_id
      limit 1`.execute(this.#services.db)
    if (!rows[0]) return null
    const { vendor_id, invoice_id } = rows[0]
    const url = `/api/vendor/${vendor_id}/invoice/${invoice_id}/close`
    return this.#weighed(vendor_id, url, { how, reason: 'Asked for' })
  }
  /** What it makes of the next charge is said before. */
  async #subscription(id: number, body: object) {
    const url = `/api/vendor/${id}/subscriptions`
    const { body: said } = await this.#post('POST', `${url}/effects`, body)
    return async (key: string) => {
      const answer = await this.#post('POST', url, body, key)
      if (!this.#weighs || answer.status >= 300) return answer
      const { body: view } = await this.#post('GET', `/api/vendor/view/${id}/billing`)
      const charge = said.next_charge as { after: object }
      same(`The next charge of vendor ${id}`, charge.after, view.due)
      return answer
    }
  }
  async #agree(id: number, newest: boolean) {
    const { rows } = await sql<{ id: number; request: object }>`
      select money_approval_id as id, request
      from money_approval
      where vendor_id = ${id} and state = 'waiting'
      order by money_approval_id * ${newest ? -1 : 1}::int
      limit 1`.execute(this.#services.db)
    if (!rows[0]) return null
    const url = `/api/money-approval/${rows[0].id}`
    const said = await this.#post('GET', `${url}/effects`, undefined, undefined, this.#second)
    return async (key: string) => {
      const answer = await this.#post('POST', `${url}/approve`, {}, key, this.#second)
      await this.#compareEffects(id, said, answer)
      return answer
    }
  }
  /** An act of which is said before what it does. */
  async #weighed(id: number, url: string, body: object) {
    const said = await this.#post('POST', `${url}/effects`, body)
    return async (key: string) => {
      const answer = await this.#post('POST', url, body, key)
      await this.#compareEffects(id, said, answer)
      return answer
    }
  }
  async #compareEffects(id: number, { status, body: said }: Answer, { status: done, body }: Answer) {
    if (!this.#weighs) return
    const refused = status >= 300 || Object.keys(said.faults as object).length > 0
    const outcome = `${done} ${JSON.stringify(body)}`
    if (refused !== done >= 300) throw new Error(`Said ${JSON.stringify(said)}, then ${outcome}`)
    if (refused) return
    if ((said.second_person !== null) !== (body.state === 'waiting'))
      throw new Error(`Said ${JSON.stringify(said.second_person)}, then ${outcome}`)
    if (body.state !== 'succeeded') return
    const { rows } = await sql<Record<string, unknown>>`
      select v.credit_available, v.next_charge_date, v.vendor_status_id as status, (
          select coalesce(sum(total), 0)::numeric(12,2)::text
          from invoice
          where vendor_id = v.vendor_id and paid_tm is null and written_off_tm is null) as balance
      from vendor v
      where vendor_id = ${id}`.execute(this.#services.db)
    for (const what of ['credit_available', 'next_charge_date', 'balance', 'status'])
      same(`${what} of vendor ${id}, ${outcome}`, (said[what] as { to: unknown }).to, rows[0]![what])
    const { body: view } = await this.#post('GET', `/api/vendor/view/${id}/billing`)
    const { total } = view.due as { total: string }
    same(`The next charge of vendor ${id}, ${outcome}`, (said.next_bill as { to: string }).to, total)
    if ('cancel_eligible' in said) same('cancel eligible', said.cancel_eligible, body.cancel_eligible)
  }
  /** A code with another discount, or off another number of bills. */
  async #changeCode(code: string, { discount, cycles }: { discount: string; cycles: number | null }) {
    const { rows } = await sql<{ id: number }>`
      select promo_code_id as id from promo_code where promo_code = ${code}`.execute(this.#services.db)
    const { body } = await this.#post('GET', `/api/promo-codes/${rows[0]!.id}`)
    const shown = body.promo_code as Record<string, unknown>
    const changed = { ...shown, discount, recurring_billing_cycles: cycles, is_recurring: true }
    return (key: string) => this.#post('POST', '/api/promo-codes/', changed, key)
  }
  /** What is kept of the time that runs, as refunds that give it back. */
  async #keptNow(id: number) {
    const { rows } = await sql<{ vendor_charge_id: number; amount: string }>`
      select c.vendor_charge_id, (c.amount - c.refunded)::text as amount
      from billing_period b
      join vendor_charge c using (invoice_id)
      where b.vendor_id = ${id} and b.ends > ${dayOf(this.#now)}::date
        and c.vendor_charge_trans_type_id = 1 and c.vendor_charge_status_id = 1 and c.refunded < c.amount
      order by c.vendor_charge_id`.execute(this.#services.db)
    return rows.map((row) => ({ ...row, note: 'Asked for' }))
  }
  async #basics(id: number, change: object) {
    const { body } = await this.#post('GET', `/api/vendor/${id}/basics`)
    const vendor = { ...(body.vendor as object), ...change }
    const note = { note: 'Asked for', note_type: 11 }
    return (key: string) => this.#post('POST', `/api/vendor/${id}`, { vendor, note }, key)
  }
}
