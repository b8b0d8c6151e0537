import { vendorStatus } from '#contract/vendors/status.ts'
import { transType } from '#contract/billing/billing.ts'
import { toCents } from '#contract/billing/cents.ts'
import type { Closing } from '#contract/payments/closing.ts'
import type { ManualCharge } from '#contract/payments/manual-charge.ts'
import {
  chargeManually,
  closeInvoice,
  disputeMs,
  evidenceMs,
  keepDispute,
  reconcile,
  refundCharge,
  saveCard,
  sendDueMoney,
} from '#server/areas/payments/public.ts'
import { collectEvents } from '#server/areas/notifications/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Services, Who } from '#server/platform/services.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The services with their clock set back. */
const ago = (services: Services, ms: number): Services => ({
  ...services,
  clock: { now: () => services.clock.now() - ms },
})

/**
 * Everything that waits for a person on *Money*, made with the product's own acts: disputes, charges of every type,
 * a request for a second person, payments without an answer, a vendor that is set aside, closed invoices, and a
 * payment that only the gateway has.
 */
export async function seedMoney(services: Services): Promise<void> {
  await seedDisputes(services)
  await putBackNotices(services)
  const vendors = await steadyPayers(services)
  const next = () => {
    const vendorId = vendors.pop()
    if (vendorId === undefined) throw new Error('The demonstration has too few paying vendors')
    return vendorId
  }
  const [finance, manager] = [await staffOf(services, 'finance'), await staffOf(services, 'account_manager')]
  const charge = (
    person: Who,
    vendor_id: number,
    details: Partial<ManualCharge>,
    atServices: Services = services,
  ) =>
    chargeManually({ ...atServices, who: person }, { params: { vendor_id }, body: { ...plain, ...details } })

  await charge(finance, next(), { charge_description: 'Help with an import of 40,000 products' })
  await charge(manager, next(), { vendor_charge_type_id: 2, charge_description: 'Setup', amount: '250.00' })
  await charge(finance, next(), { ghost: true, charge_description: 'Paid by wire', amount: '480.00' })
  await charge(finance, next(), {
    vendor_charge_trans_type_id: transType.auth,
    charge_description: 'Card check',
  })
  const partner = next()
  await charge(manager, partner, { ...third, vendor_charge_trans_type_id: transType.owedThirdParty })
  await charge(manager, partner, { ...third, vendor_charge_trans_type_id: transType.paidThirdParty })
  const decliningVendor = next()
  await giveCard(services, decliningVendor, '4000000000000341')
  await charge(finance, decliningVendor, { charge_description: 'Custom report', amount: '60.00' })

  await charge(manager, next(), {
    vendor_charge_type_id: 2,
    charge_description: 'Onboarding of three brands',
    amount: '1850.00',
  })
  await seedRefunds(services, next(), { charge, finance, manager })
  await seedClosedInvoices({ ...services, who: finance })
  await seedUnanswered(services, [next(), next()], (vendor_id, pastServices) =>
    charge(finance, vendor_id, { charge_description: 'Custom feed', amount: '75.00' }, pastServices),
  )
  await seedSetAside(services)
  await seedDifference(services, next())
}

const plain: ManualCharge = {
  vendor_charge_type_id: 4,
  vendor_charge_trans_type_id: transType.charge,
  charge_description: '',
  amount: '85.00',
  ghost: false,
  update_next_charge_date: false,
}
const third = { vendor_charge_type_id: 5, charge_description: 'Partner share', amount: '120.00' }

const giveCard = (services: Services, vendor_id: number, card_num: string) =>
  saveCard(services, vendor_id, {
    card: { name_on_card: 'Pat Payer', card_num, card_type_id: 1, exp_month: 12, exp_year: 2039 },
  })

async function staffOf({ db }: Services, role: Who['role']): Promise<Who> {
  const { rows } = await sql<Who>`
    select login_id, vendor_id, email, role, company as name
    from login
    join vendor using (vendor_id)
    where role = ${role}
    order by login_id
    limit 1`.execute(db)
  return singleRow(rows)
}

/** Vendors that owe nothing and aren't charged within days, except the demo customer. */
async function steadyPayers({ db }: Services): Promise<number[]> {
  const { rows } = await sql<{ vendor_id: number }>`
    select vendor_id
    from vendor v
    where vendor_status_id = ${sql.lit(vendorStatus.active)}
      and billing_failures = 0
      and credit_available = 0
      and next_charge_date > current_date + 5
      and exists (select from payment_method m where m.vendor_id = v.vendor_id)
      and not exists (select from login l where l.vendor_id = v.vendor_id and l.role = 'customer')
      and not exists (select from dispute d where d.vendor_id = v.vendor_id)
    order by vendor_id desc
    limit 20`.execute(db)
  return rows.map((row) => row.vendor_id)
}

/** Writes off the three oldest debts, one of which is paid after all; another is paid by check. */
async function seedClosedInvoices(ctx: Services & { who: Who }): Promise<void> {
  const { rows } = await sql<{ vendor_id: number; invoice_id: number }>`
    select i.vendor_id, i.invoice_id
    from invoice i
    join vendor v using (vendor_id)
    where i.paid_tm is null and i.kind = 'renewal' and v.vendor_status_id = ${sql.lit(vendorStatus.delisted)}
    order by i.issued_on, i.invoice_id
    limit 4`.execute(ctx.db)
  const close = (invoice: (typeof rows)[number] | undefined, closingKind: Closing, reason: string) =>
    invoice && closeInvoice(ctx, { params: invoice, body: { how: closingKind, reason } })
  for (const invoice of rows.slice(0, 3))
    await close(invoice, 'written_off', 'Company closed; letters returned')
  await close(rows[2], 'paid_outside', 'Paid later by the receiver, transfer 4471')
  await close(rows[3], 'paid_outside', 'Check 20881')
}

/** Disputes of paid renewals: one inquiry, one open, one won, and one lost. */
const disputes = [
  { reason: 'fraudulent', paidDaysAgo: 52, states: { open: 44, lost: 14 } },
  { reason: 'product_not_received', paidDaysAgo: 60, states: { open: 50, won: 20 } },
  { reason: 'unrecognized', paidDaysAgo: 9, states: { inquiry: 2 } },
  { reason: 'fraudulent', paidDaysAgo: 19, states: { open: 12 } },
] as const
async function seedDisputes(services: Services): Promise<void> {
  for (const { reason, paidDaysAgo, states } of disputes) {
    const stateDays = Object.entries(states) as ['inquiry' | 'open' | 'won' | 'lost', number][]
    const renewal = await paidRenewal(services, paidDaysAgo)
    const first = Math.max(...stateDays.map(([, days]) => days))
    const ref = renewal.payment.replace('pi_', 'dp_')
    await sql`
      insert into sandbox_dispute (ref, payment, amount, reason, inquiry, won, created_tm, due_tm, closes_tm)
      values (${ref}, ${renewal.payment}, ${renewal.amount}, ${reason}, ${'inquiry' in states}, ${'won' in states},
        now() - make_interval(days => ${first}::int), now() - make_interval(days => ${first}::int - ${evidenceMs / dayMs}::int),
        now() - make_interval(days => ${first}::int - ${disputeMs / dayMs}::int))`.execute(services.db)
    for (const [state, days] of stateDays)
      await services.db.transaction().execute(async (tx) => {
        await keepDispute(ago(services, days * dayMs), tx, 'sandbox', {
          ref,
          payment: renewal.payment,
          amount: toCents(renewal.amount),
          reason,
          state,
          due_by: new Date(services.clock.now() - first * dayMs + evidenceMs).toISOString(),
          answered: false,
        })
        await putBack(tx, days)
      })
  }
}

/** Moves this transaction's log entries and notifications to their day. */
async function putBack(tx: Tx, days: number): Promise<void> {
  const moment = sql`now() - make_interval(days => ${days}::int)`
  await sql`update activity set tm = ${moment} where tm = now() and type = 'payment.dispute'`.execute(tx)
  // events have the clock's time, not the transaction's
  await sql`update notice_inbox set tm = ${moment} where tm >= now() and kind like 'dispute%'`.execute(tx)
}

/** Notifications of past events are as old as these. */
async function putBackNotices(services: Services): Promise<void> {
  await collectEvents(services)
  await sql`
    update system_message
    set insert_tm = last_tm
    where last_tm < now() - interval '1 hour'`.execute(services.db)
}

/** A paid renewal without refunds, of a vendor without disputes. */
async function paidRenewal({ db }: Services, daysAgo: number) {
  const { rows } = await sql<{ payment: string; amount: string }>`
    select i.gateway_ref as payment, c.amount
    from vendor_charge c
    join money_intent i using (money_intent_id)
    join vendor v on v.vendor_id = c.vendor_id
    where i.kind = 'renewal'
      and i.state = 'succeeded'
      and c.refunded = 0
      and c.tm < now() - make_interval(days => ${daysAgo}::int)
      and v.vendor_status_id = ${sql.lit(vendorStatus.active)}
      and v.billing_failures = 0
      and v.deleted_tm is null
      and not exists (select from dispute d where d.vendor_id = c.vendor_id)
      and not exists (select from login l where l.vendor_id = c.vendor_id and l.role = 'customer')
    order by c.tm desc, c.vendor_charge_id
    limit 1`.execute(db)
  return singleRow(rows)
}

interface Acts {
  charge: (who: Who, vendor_id: number, asked: Partial<ManualCharge>) => Promise<unknown>
  finance: Who
  manager: Who
}
/** A charge that is partly refunded, which needs a second person. */
async function seedRefunds(services: Services, vendor_id: number, { charge, finance, manager }: Acts) {
  await charge(finance, vendor_id, { charge_description: 'Setup of two stores', amount: '960.00' })
  const setupCharge = await services.db
    .selectFrom('vendor_charge')
    .select('vendor_charge_id')
    .where('vendor_id', '=', vendor_id)
    .orderBy('vendor_charge_id', 'desc')
    .executeTakeFirstOrThrow()
  const refund = (person: Who, amount: string, note: string) =>
    refundCharge(
      { ...services, who: person },
      { params: { vendor_id }, body: { ...setupCharge, amount, note, to: 'card' } },
    )
  await refund(manager, '400.00', 'One of the two stores never opened')
}

/** A charge without an answer for three days, and one from today. */
async function seedUnanswered(
  services: Services,
  [old, fresh]: readonly [number, number],
  charge: (vendor_id: number, at: Services) => Promise<unknown>,
): Promise<void> {
  await giveCard(services, old, '4000009900000020')
  await charge(old, ago(services, 3 * dayMs))
  // the gateway's row is as old as the request
  await sql`
    update sandbox_payment p
    set created_tm = i.insert_tm, confirmed_tm = i.insert_tm
    from money_intent i
    where i.gateway_ref = p.ref and i.state = 'open'`.execute(services.db)
  for (let hours = 71; hours > 20; hours -= 5) await sendDueMoney(ago(services, hours * hourMs))
  await giveCard(services, fresh, '4000009900000020')
  await charge(fresh, services)
}

/** A vendor whose products couldn't be taken out of its stores; retried within the hour. */
const seedSetAside = ({ db }: Services) =>
  sql`
    with late as (
      update vendor
      set vendor_status_id = ${sql.lit(vendorStatus.suspended)}
      where vendor_id = (
        select vendor_id
        from vendor
        where vendor_status_id = ${sql.lit(vendorStatus.delisted)} and deleted_tm is null
        order by suspended_on desc, vendor_id
        limit 1)
      returning vendor_id
    )
    insert into renewal_trouble (vendor_id, step, error, cause, since_tm, tries, next_try_tm)
    select vendor_id, 'delist', 'canceling statement due to statement timeout', 'slow',
      now() - interval '3 hours', 3, now() + interval '55 minutes'
    from late`.execute(db)

/** A payment made on the gateway's own page, unknown to us. */
async function seedDifference(services: Services, vendor_id: number): Promise<void> {
  await sql`
    insert into sandbox_payment (ref, vendor_id, customer, method, amount, description, hold, state, created_tm,
      confirmed_tm)
    select 'pi_sandbox_by_hand', c.vendor_id, c.customer, m.method, 45, 'Taken at the gateway', false, 'succeeded',
      now() - interval '1 day', now() - interval '1 day'
    from payment_customer c
    join payment_method m using (vendor_id)
    where c.vendor_id = ${vendor_id}`.execute(services.db)
  await reconcile(services)
}
