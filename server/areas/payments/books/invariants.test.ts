import { beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { keepReports } from '#server/areas/reports/public.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { listBroken, checkBooks } from './invariants.ts'
import { renew, takeEvents } from '../public.ts'

const h = harness()
let c: Client
let vendor_id: number
const at = (time: string) => (h.services.clock.now = () => Date.parse(time))

/** Books with a bit of everything in them, sound as they are. */
beforeAll(async () => {
  const { db } = h.services
  c = await staff(h, 'finance')
  at('2030-01-31T12:00:00Z')
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49)`.execute(db)
  const { rows } = await sql<{ vendor_id: number }>`
    insert into vendor (company, vendor_status_id, vendor_plan_type_id, next_charge_date)
    values ('Payer', 1, 1, '2030-01-31')
    returning vendor_id`.execute(db)
  vendor_id = rows[0]!.vendor_id
  await sql`
    with code as (
      insert into promo_code (promo_code, percentage_based, discount, is_recurring, recurring_billing_cycles)
      values ('TENNER', false, 10, true, 3)
      returning promo_code_id)
    insert into promo_code_usage (vendor_id, promo_code_id, given_by, given_tm)
    select ${vendor_id}, promo_code_id, 'Pat', '2030-01-01'
    from code`.execute(db)
  await giveCard(h, vendor_id, '4000000000002685')
  await renew(h.services)
  at('2030-01-31T12:01:00Z')
  await takeEvents(h.services)
  at('2030-03-05T12:00:00Z')
  await takeEvents(h.services)
  await giveCard(h, vendor_id)
  await renew(h.services)
  await db
    .transaction()
    .execute((tx) => bookCredit(tx, vendor_id, 2500, { key: 'given', tm: '2030-03-05T12:00:00Z' }))
  await charge({})
  const { charges } = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
  await c.post(`/api/vendor/${vendor_id}/refund`, {
    vendor_charge_id: charges[0].vendor_charge_id,
    amount: '20.00',
    note: 'Asked for',
  })
  await charge({ vendor_charge_trans_type_id: 2, amount: '30.00' })
  await giveCard(h, vendor_id, '4000000000000259')
  await charge({ amount: '70.00' })
  at('2030-03-05T12:01:00Z')
  await takeEvents(h.services)
  await sql`
    with supplier as (
      insert into dropshipper (supplier_name, dropshipper_prefix) values ('Harbor', 'HS') returning dropshipper_id)
    insert into subscription (vendor_id, dropshipper_id) select ${vendor_id}, dropshipper_id from supplier`.execute(
    db,
  )
  await keepReports(h.services)
  await sql`insert into report_dirty (vendor_id, from_day, what, spans_kept) values (${vendor_id}, '2030-01-31', 'payment', true)`.execute(
    db,
  )
  await expectSoundBooks(h)
})
const charge = async (more: object) =>
  expect(
    (
      await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
        vendor_charge_type_id: 2,
        vendor_charge_trans_type_id: 1,
        charge_description: 'Feed set-up',
        amount: '120.00',
        ...more,
      })
    ).body.state,
  ).toBe('succeeded')

const one = (table: string, key: string, where: string) =>
  `${key} = (select ${key} from ${table} where ${where} order by ${key} limit 1)`
const manualLine = `invoice_id = (select min(invoice_id) from invoice_line where kind = 'manual') and kind = 'manual'`
const firstPaper = `key = (select min(key) from ledger_transaction where key like 'paper %')`
/** What breaks each of them, and none of the others: keys and triggers are off. */
const breaks: Record<string, string> = {
  balanced: `update ledger_posting set amount = amount + 1
    where ${one('ledger_posting', 'ledger_transaction_id', `account = 'revenue_plan'`)} and account = 'revenue_plan'`,
  reversed: `update ledger_transaction set reverses = ledger_transaction_id - 1 where ${firstPaper}`,
  summed: `update ledger_summed set through = 1`,
  credit: `update vendor set credit_available = credit_available + 1 where company = 'Payer'`,
  used: `update invoice_line set kind = 'kept' where ${manualLine}`,
  written_off: `update ledger_posting set account = 'bad_debt'
    where account = 'revenue_manual' and ${one('ledger_posting', 'ledger_transaction_id', `account = 'revenue_manual'`)}`,
  receivable: `update invoice set paid_tm = null where ${one('invoice', 'invoice_id', `kind = 'manual'`)}`,
  numbers: `update invoice_counter set last = last + 1 where series = 'INV'`,
  lines: `update invoice_line set amount = amount + 1 where ${manualLine}`,
  booked: `update ledger_transaction set key = 'another' where ${firstPaper}`,
  periods: `update billing_period set ends = ends - 1 where starts = '2030-01-31'`,
  billed: `update invoice set kind = 'renewal'
    where ${one('invoice', 'invoice_id', `kind = 'manual' and total = 70`)}`,
  unbilled: `update vendor set next_charge_date = '2029-01-01' where company = 'Payer'`,
  frozen: `update invoice_line set kind = 'frozen', text = '2 frozen suppliers' where ${manualLine}`,
  promos: `update promo_redemption set amount = amount + 1`,
  cycles: `update promo_code set recurring_billing_cycles = 1`,
  settled: `update vendor_charge set vendor_charge_status_id = 2 where vendor_charge_trans_type_id = 2`,
  moved: `update ledger_transaction set key = 'another'
    where key = (select 'charge ' || vendor_charge_id from vendor_charge where amount = 70)`,
  references: `alter table money_intent drop constraint money_intent_gateway_gateway_ref_key;
    update money_intent set gateway_ref = (select gateway_ref from money_intent where amount = 70) where kind = 'auth'`,
  overpaid: `update vendor_charge set invoice_id = null
    where ${one('vendor_charge', 'vendor_charge_id', `charge_description like 'Renewal%'`)}`,
  refunds: `update vendor_charge set refunded = refunded - 1 where refunded > 0`,
  reserved: `update vendor_charge set refund_reserved = 1 where amount = 70`,
  unanswered: `insert into money_intent (money_intent_id, vendor_id, kind, amount, gateway, request, insert_tm, next_check_tm)
    select 'old', vendor_id, 'manual', 1, 'sandbox', '{}', '2030-03-01', '2030-03-01'
    from vendor where company = 'Payer'`,
  kept: `update ledger_posting set account = 'outside'
    where account = 'gateway'
      and ledger_transaction_id = (select max(ledger_transaction_id) from ledger_transaction where key like 'dispute %')`,
  disputed: `update dispute set state = 'inquiry' where state = 'open'`,
  dunned: `update invoice set next_try = '2030-05-05'
    where ${one('invoice', 'invoice_id', `kind = 'renewal'`)}`,
  agreed: `update money_intent set second_person_above = 1 where amount = 70`,
  events: `insert into gateway_event (gateway, event_id, type, tm)
    values ('sandbox', 'evt_old', 'payment_intent.succeeded', '2030-03-05T10:00:00Z')`,
  spans: `insert into mrr_span (vendor_id, from_day, to_day, covered_to, plan_cents, extra_cents, frozen_cents, codes_cents,
      arrival, departure)
    select vendor_id, d::date, d::date + 30, d::date + 30, 1, 0, 0, 0, 'new', 'canceled'
    from vendor, unnest('{2029-01-01,2029-01-02}'::text[]) d where company = 'Payer'`,
  span_lines: `update mrr_span set plan_cents = plan_cents + 1
    where (vendor_id, from_day) in (select vendor_id, starts from billing_period)`,
  subscription_events: `delete from subscription_event where vendor_id = (select vendor_id from vendor where company = 'Payer')`,
  status_events: `update vendor_status_change set to_id = 4
    where vendor_id = (select vendor_id from vendor where company = 'Payer')`,
  report_dirty: `update report_dirty set tm = now() - interval '61 minutes'
    where report_dirty_id = (select min(report_dirty_id) from report_dirty)`,
  closed_months: `insert into report_closing (month, closed_tm, closed_by_name) values ('2030-01-01', now(), 'Pat')`,
}

test('every money rule has a test that breaks it', async () => {
  expect((await checkBooks(h.services)).map(({ name }) => name).toSorted()).toEqual(
    Object.keys(breaks).toSorted(),
  )
})

const paperOf = (kind: string) => `(select min(invoice_id) from invoice where kind = '${kind}')`
const chargeOf70 = `(select ledger_transaction_id from ledger_transaction
  where key = (select 'charge ' || vendor_charge_id from vendor_charge where amount = 70))`
const undone = (of: string, key: string) =>
  `insert into ledger_transaction (key, vendor_id, tm, what, reverses)
    select '${key}', vendor_id, tm, 'back', ledger_transaction_id from ledger_transaction where ledger_transaction_id = ${of};
  insert into ledger_posting
    select (select ledger_transaction_id from ledger_transaction where key = '${key}'), line_no, vendor_id, account, -amount
    from ledger_posting where ledger_transaction_id = ${of}`
const decision = (state: string, decider: number) =>
  `update money_intent set second_person_above = 1 where amount = 70;
  insert into money_approval (vendor_id, act, amount, request, asked_by, asked_by_name, insert_tm, state, decided_by,
      money_intent_id)
    select vendor_id, 'manual_charge', 70, '{}', 1, 'Pat', insert_tm, '${state}', ${decider}, money_intent_id
    from money_intent where amount = 70`
/** The other ways in which one is broken; what else breaks with it is left open. */
const otherBreaks: readonly (readonly [name: string, way: string, breaking: string])[] = [
  [
    'balanced',
    'a movement of nothing',
    `insert into ledger_transaction (key, vendor_id, tm, what)
    select 'empty', vendor_id, now(), 'nothing' from vendor where company = 'Payer'`,
  ],
  [
    'reversed',
    'a movement taken back twice',
    `alter table ledger_transaction drop constraint ledger_transaction_reverses_key;
    ${undone(chargeOf70, 'once')};
    ${undone(chargeOf70, 'twice')}`,
  ],
  [
    'written_off',
    'what the ledger has as owed',
    `update invoice set written_off_tm = now(), written_off_reason = 'x', paid_tm = null
    where invoice_id = ${paperOf('renewal')}`,
  ],
  [
    'dunned',
    'a card that is asked for what is written off',
    `update invoice set written_off_tm = '2030-01-01', written_off_reason = 'x', paid_tm = null
    where invoice_id = ${paperOf('renewal')}`,
  ],
  [
    'numbers',
    'a number left out',
    `update invoice set number = number + 1
    where series = 'INV' and number = (select max(number) from invoice where series = 'INV')`,
  ],
  [
    'booked',
    'a paper of nothing that has lines',
    `update invoice set total = 0 where invoice_id = ${paperOf('manual')};
    update ledger_transaction set key = 'another' where key = 'paper ' || ${paperOf('manual')}`,
  ],
  [
    'periods',
    'one before the last has ended',
    `update billing_period set follows = null, anew = 'moved' where follows is not null;
    update billing_period set ends = ends + 5 where starts = '2030-01-31'`,
  ],
  [
    'periods',
    'one that follows and says that it begins anew',
    `update billing_period set follows = null, anew = 'moved'
    where follows is not null`,
  ],
  [
    'periods',
    'a second first one',
    `update billing_period set follows = null, anew = 'first' where follows is not null;
    update billing_period set ends = ends - 1 where starts = '2030-01-31'`,
  ],
  [
    'billed',
    'a period on a credit note',
    `update billing_period set invoice_id = ${paperOf('credit_note')}
    where starts = '2030-01-31'`,
  ],
  [
    'promos',
    'more than the period’s bill',
    `update invoice_line set amount = 1
    where kind = 'plan' and invoice_id in (select invoice_id from invoice_line where kind = 'promo')`,
  ],
  [
    'settled',
    'another amount',
    `update vendor_charge set amount = amount + 1 where vendor_charge_trans_type_id = 2`,
  ],
  [
    'settled',
    'no charge',
    `update vendor_charge set money_intent_id = null where vendor_charge_trans_type_id = 2`,
  ],
  [
    'moved',
    'another amount',
    `update ledger_posting set amount = amount + 1
    where account = 'gateway' and ledger_transaction_id = ${chargeOf70}`,
  ],
  ['moved', 'taken back though it has moved', undone(chargeOf70, 'back')],
  ['moved', 'booked though it hasn’t moved', `update money_intent set state = 'declined' where amount = 70`],
  [
    'overpaid',
    'a bill of nothing that was paid',
    `update invoice set total = 0 where invoice_id = ${paperOf('renewal')}`,
  ],
  [
    'refunds',
    'more than the charge',
    `alter table vendor_charge drop constraint vendor_charge_refunds;
    update vendor_charge set amount = 10 where refunded = 20`,
  ],
  [
    'refunds',
    'given back in part and called given back',
    `update vendor_charge set refund_tm = now() where refunded = 20`,
  ],
  [
    'dunned',
    'asked after it was paid',
    `insert into money_intent (money_intent_id, vendor_id, kind, amount, gateway, request, insert_tm, next_check_tm,
      invoice_id)
    select 'again', vendor_id, 'renewal', total, 'sandbox', '{}', '2030-03-05', '2030-03-05', invoice_id
    from invoice where invoice_id = ${paperOf('renewal')}`,
  ],
  [
    'dunned',
    'asked and paid after it was paid',
    `update money_intent set insert_tm = '2031-01-01', invoice_id = ${paperOf('renewal')} where amount = 70;
    update vendor_charge set invoice_id = ${paperOf('renewal')} where amount = 70`,
  ],
  ['agreed', 'refused and moved all the same', decision('refused', 2)],
  [
    'agreed',
    'agreed to by who asked for it',
    `alter table money_approval drop constraint money_approval_check;
    ${decision('approved', 1)}`,
  ],
  [
    'agreed',
    'several of one person within a day',
    `insert into money_alone (login_id, vendor_id, act, amount, tm, second_person_above)
    select 99, vendor_id, 'manual_charge', 60, '2030-03-04T12:00:00Z'::timestamptz + n * interval '20 hours', 100
    from vendor, generate_series(0, 1) n where company = 'Payer'`,
  ],
  [
    'agreed',
    'several acts of different kinds of one person within a day',
    `insert into money_alone (login_id, vendor_id, act, amount, tm, second_person_above)
    select 99, vendor_id, act, 60, '2030-03-04T12:00:00Z', 100
    from vendor, unnest(array['manual_charge', 'extras']) act where company = 'Payer'`,
  ],
]

class Undone extends Error {}
/** The checks that fail once such statements have run. */
async function brokenBy(breaking: string): Promise<string[]> {
  const { db, clock } = h.services
  let found: string[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of breaking.split(';')) await sql.raw(statement).execute(tx)
      found = (await listBroken({ db: tx, clock })).map((check) => check.name)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}
test.each(Object.entries(breaks))(
  'books that are not %s are reported by that name alone',
  async (name, breaking) => {
    expect(await brokenBy(breaking)).toEqual([name])
  },
)
test.each(otherBreaks)('books that are not %s are reported: %s', async (name, _way, breaking) => {
  expect(await brokenBy(breaking)).toContain(name)
})
test('two payments by one person a day apart count as separate actions', async () => {
  const apart = otherBreaks.find(([, way]) => way.startsWith('several'))![2].replace('20 hours', '24 hours')
  expect(await brokenBy(apart)).toEqual([])
})
