import type { MoneyFact } from '#contract/approvals/acts.ts'
import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { dayText, money } from '#contract/formats.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql, type Db } from '../../platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Act } from './billing-acts.ts'

const dayMs = 86_400_000
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
export interface Answer {
  status: number
  body: Record<string, unknown>
}
export interface AskOptions {
  key?: string | undefined
  headers?: Record<string, string> | undefined
}
/** What the calls can choose from, and how they are made. */
interface Asking {
  db: Db
  there: { suppliers: number[]; codes: string[]; extras: number[] }
  vendors: () => number[]
  now: () => number
  /** The number of the act. */
  nth: () => number
  /** Whether previews are compared with what the acts did. */
  weighs: () => boolean
  ask: (
    method: 'POST' | 'DELETE' | 'GET',
    url: string,
    body?: unknown,
    options?: AskOptions,
  ) => Promise<Answer>
  /** The second person who may move money. */
  second: Record<string, string>
  card: (vendor_id: number, number: string) => Promise<Answer>
}
/** What an act's number chooses from a list. */
function itemToUse<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index} to choose`)
  return item
}

export function expectSame(subject: string, preview: unknown, outcome: unknown): void {
  const [before, after] = [JSON.stringify(preview), JSON.stringify(outcome)]
  if (before !== after) throw new Error(`${subject}: said ${before}, done ${after}`)
}

/** Acts as the app's own calls; if an act has a preview, its result is compared with it. */
export class BillingCalls {
  readonly #context: Asking
  constructor(context: Asking) {
    this.#context = context
  }

  /** The call of an act, prepared before the process may die; null: there is nothing to act on. */
  async callOf(
    act: Exclude<Act, { do: 'days' }>,
    id: number,
  ): Promise<((key: string) => Promise<Answer>) | null> {
    const path = `/api/vendor/${id}`
    const post = (url: string, body?: unknown) => (key: string) =>
      this.#context.ask('POST', url, body, { key })
    const today = dayOf(this.#context.now())
    const dayIn = (days: number) => dayOf(this.#context.now() + days * dayMs)
    switch (act.do) {
      case 'plan':
        return post(`${path}/plan-type`, { vendor_plan_type_id: act.plan, reason: '' })
      case 'own plan':
        return post(`${path}/billing-plan`, { billing_plan: this.#customPlan(act) })
      case 'own plan used':
        return post(`${path}/toggle-uses-custom-billing-plan`, { has_custom_billing_plan: act.used })
      case 'extras':
        return post(`${path}/billing-extras`, { billing_extras: this.#extras(id, act.costs) })
      case 'subscribe':
        return post(`${path}/subscription/${itemToUse(this.#context.there.suppliers, act.supplier)}`)
      case 'subscription': {
        const { do: _, supplier, ...change } = act
        return this.#subscription(id, {
          subscriptions: [{ dropshipper_id: itemToUse(this.#context.there.suppliers, supplier), ...change }],
        })
      }
      case 'charge':
        return this.#weighed(id, `${path}/manual-charge`, {
          vendor_charge_type_id: 2,
          vendor_charge_trans_type_id: act.type,
          charge_description: `By act ${this.#context.nth()} on ${today}`,
          amount: act.amount,
          ghost: act.ghost,
          update_next_charge_date: act.stands,
        })
      case 'refund':
        return this.#refund(id, act)
      case 'cancel after refund':
        return this.#cancelAfterRefund(id, act.first)
      case 'code given':
        return post(`${path}/postPromoCode`, { promo_code: itemToUse(this.#context.there.codes, act.code) })
      case 'code taken off':
        return this.#removeCode(id, itemToUse(this.#context.there.codes, act.code))
      case 'card':
        return () => this.#context.card(id, act.number)
      case 'retry':
        return post(`${path}/retry-payment`)
      case 'close invoice':
        return this.#closeInvoice(id, act)
      case 'credit':
        return this.#basics(id, { credit_available: act.amount })
      case 'next charge':
        return this.#basics(id, { next_charge_date: dayIn(act.inDays) })
      case 'status':
        return this.#basics(id, { vendor_status_id: act.to })
      case 'code changed':
        return this.#changeCode(itemToUse(this.#context.there.codes, act.code), act)
      case 'agree':
        return this.#agree(id, act.newest)
    }
  }
  #customPlan({ fee, starts, lasts, next }: Extract<Act, { do: 'own plan' }>) {
    const dayIn = (days: number) => dayOf(this.#context.now() + days * dayMs)
    const ends = lasts === null ? null : dayIn(starts + lasts)
    return {
      monthly_fee: fee,
      custom_billing_plan_start_tm: dayIn(starts),
      billing_plan_will_expire: ends !== null,
      billing_plan_expiration_date: ends,
      billing_plan_default_id: next,
    }
  }
  #extras(vendor_id: number, costs: readonly (string | null)[]) {
    return costs.flatMap((cost, i) =>
      cost === null
        ? []
        : {
            id: { vendor_id, billing_extra_type_id: itemToUse(this.#context.there.extras, i) },
            billing_extra_cost: cost,
          },
    )
  }
  async #cancelAfterRefund(id: number, isRefundedFirst: boolean) {
    const path = `/api/vendor/${id}`
    const refunds = isRefundedFirst ? await this.#keptNow(id) : []
    return async (key: string) => {
      for (const body of refunds)
        await this.#context.ask('POST', `${path}/refund`, body, { key: `${key} of ${body.vendor_charge_id}` })
      return this.#context.ask('POST', `${path}/cancel-after-refund`, undefined, { key })
    }
  }
  async #removeCode(id: number, code: string) {
    const { rows } = await sql<{ id: number }>`
      select promo_code_usage_id as id
      from promo_code_usage
      join promo_code using (promo_code_id)
      where vendor_id = ${id} and promo_code = ${code} and removed_tm is null`.execute(this.#context.db)
    if (!rows[0]) return null
    const url = `/api/vendor/${rows[0].id}/deletePromeCode`
    return (key: string) => this.#context.ask('DELETE', url, undefined, { key })
  }
  async #refund(id: number, act: { charge: number; percent: number }) {
    const { rows } = await sql<{ vendor_charge_id: number; amount: string }>`
      select vendor_charge_id, greatest(1, round((amount - refunded) * ${act.percent}::int / 100, 2))::text as amount
      from vendor_charge
      where vendor_id = ${id} and vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)}
        and money_intent_id is not null
      order by vendor_charge_id desc
      offset ${act.charge}
      limit 1`.execute(this.#context.db)
    if (!rows[0]) return null
    return this.#weighed(id, `/api/vendor/${id}/refund`, { ...rows[0], note: 'Asked for' })
  }
  /** An invoice of this vendor, else of another one: few have an open invoice, fewer one written off. */
  async #closeInvoice(id: number, { how: closingKind, writtenOff }: { how: string; writtenOff: boolean }) {
    const { rows } = await sql<{ vendor_id: number; invoice_id: number }>`
      select vendor_id, invoice_id
      from invoice
      where vendor_id = any(${this.#context.vendors()}::int[]) and paid_tm is null and kind = 'renewal'
      order by (written_off_tm is not null) <> ${writtenOff}::boolean,
        exists (
          select from money_intent m where m.vendor_id = invoice.vendor_id and m.state = 'open'),
        vendor_id <> ${id}, invoice_id
      limit 1`.execute(this.#context.db)
    if (!rows[0]) return null
    const { vendor_id, invoice_id } = rows[0]
    const url = `/api/vendor/${vendor_id}/invoice/${invoice_id}/close`
    return this.#weighed(vendor_id, url, { how: closingKind, reason: 'Asked for' })
  }
  /** Compares the previewed next charge with the result. */
  async #subscription(id: number, body: object) {
    const url = `/api/vendor/${id}/subscriptions`
    const { body: preview } = await this.#context.ask('POST', `${url}/effects`, body)
    return async (key: string) => {
      const answer = await this.#context.ask('POST', url, body, { key })
      if (!this.#context.weighs() || answer.status >= 300) return answer
      const { body: view } = await this.#context.ask('GET', `/api/vendor/view/${id}/billing`)
      const charge = preview.next_charge as { after: object }
      expectSame(`The next charge of vendor ${id}`, charge.after, view.due)
      return answer
    }
  }
  async #agree(id: number, newest: boolean) {
    const { rows } = await sql<{ id: number; request: object }>`
      select money_approval_id as id, request
      from money_approval
      where vendor_id = ${id} and state = 'waiting'
      order by money_approval_id * ${newest ? -1 : 1}::int
      limit 1`.execute(this.#context.db)
    if (!rows[0]) return null
    const url = `/api/money-approval/${rows[0].id}`
    const preview = await this.#context.ask('GET', `${url}/effects`, undefined, {
      headers: this.#context.second,
    })
    return async (key: string) => {
      const answer = await this.#context.ask(
        'POST',
        `${url}/approve`,
        {},
        { key, headers: this.#context.second },
      )
      await this.#compareEffects(id, preview, answer)
      return answer
    }
  }
  /** A call whose preview is compared with its result. */
  async #weighed(id: number, url: string, body: object) {
    const preview = await this.#context.ask('POST', `${url}/effects`, body)
    return async (key: string) => {
      const answer = await this.#context.ask('POST', url, body, { key })
      await this.#compareEffects(id, preview, answer)
      return answer
    }
  }
  async #compareEffects(
    id: number,
    { status, body: preview }: Answer,
    { status: resultStatus, body }: Answer,
  ) {
    if (!this.#context.weighs()) return
    const isRefused = status >= 300 || Object.keys(preview.faults as object).length > 0
    const outcome = `${resultStatus} ${JSON.stringify(body)}`
    if (isRefused !== resultStatus >= 300) throw new Error(`Said ${JSON.stringify(preview)}, then ${outcome}`)
    if (isRefused) return
    if ((preview.second_person !== null) !== (body.state === 'waiting'))
      throw new Error(`Said ${JSON.stringify(preview.second_person)}, then ${outcome}`)
    if (body.state !== 'succeeded') return
    if ('changes' in preview) return this.#compareNext(id, preview.changes as MoneyFact[])
    const { rows } = await sql<Record<string, unknown>>`
      select v.credit_available, v.next_charge_date, v.vendor_status_id as status, (
          select coalesce(sum(total), 0)::numeric(12,2)::text
          from invoice
          where vendor_id = v.vendor_id and paid_tm is null and written_off_tm is null) as balance
      from vendor v
      where vendor_id = ${id}`.execute(this.#context.db)
    for (const field of ['credit_available', 'next_charge_date', 'balance', 'status'])
      expectSame(
        `${field} of vendor ${id}, ${outcome}`,
        (preview[field] as { to: unknown }).to,
        singleRow(rows)[field],
      )
    const { body: view } = await this.#context.ask('GET', `/api/vendor/view/${id}/billing`)
    const { total } = view.due as { total: string }
    expectSame(`The next charge of vendor ${id}, ${outcome}`, (preview.next_bill as { to: string }).to, total)
    if ('cancel_eligible' in preview)
      expectSame('cancel eligible', preview.cancel_eligible, body.cancel_eligible)
  }
  /** Compares the previewed next charge of an act on a vendor's terms with the result. */
  async #compareNext(id: number, facts: readonly MoneyFact[]) {
    const { rows } = await sql<{ active: boolean }>`
      select vendor_status_id = ${sql.lit(vendorStatus.active)} as active
      from vendor
      where vendor_id = ${id}`.execute(this.#context.db)
    const { body: view } = await this.#context.ask('GET', `/api/vendor/view/${id}/billing`)
    const day = view.next_charge_date as string | null
    const { total } = view.due as { total: string }
    const billed = singleRow(rows).active ? '' : ' (not billed)'
    expectSame(
      `The next charge of vendor ${id}`,
      facts.find(({ name }) => name === 'Next charge')?.to,
      day === null ? 'none' : `${money(total)} on ${dayText(day)}${billed}`,
    )
  }
  /** Changes a code's discount or its number of bills. */
  async #changeCode(code: string, { discount, cycles }: { discount: string; cycles: number | null }) {
    const { rows } = await sql<{ id: number }>`
      select promo_code_id as id from promo_code where promo_code = ${code}`.execute(this.#context.db)
    const { body } = await this.#context.ask('GET', `/api/promo-codes/${singleRow(rows).id}`)
    const shownCode = body.promo_code as Record<string, unknown>
    const changedCode = { ...shownCode, discount, recurring_billing_cycles: cycles, is_recurring: true }
    return (key: string) => this.#context.ask('POST', '/api/promo-codes/', changedCode, { key })
  }
  /** Refunds of all that is kept of the current period. */
  async #keptNow(id: number) {
    const { rows } = await sql<{ vendor_charge_id: number; amount: string }>`
      select c.vendor_charge_id, (c.amount - c.refunded)::text as amount
      from billing_period b
      join vendor_charge c using (invoice_id)
      where b.vendor_id = ${id} and b.ends > ${dayOf(this.#context.now())}::date
        and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and c.vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)} and c.refunded < c.amount
      order by c.vendor_charge_id`.execute(this.#context.db)
    return rows.map((row) => ({ ...row, note: 'Asked for' }))
  }
  async #basics(id: number, change: object) {
    const { body } = await this.#context.ask('GET', `/api/vendor/${id}/basics`)
    const vendor = { ...(body.vendor as object), ...change }
    const note = { note: 'Asked for', note_type: 11 }
    return (key: string) => this.#context.ask('POST', `/api/vendor/${id}`, { vendor, note }, { key })
  }
}
