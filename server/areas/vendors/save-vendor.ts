import type { RequestOf } from '#contract/approvals/approvals.ts'
import { present } from '#contract/present.ts'
import { fieldName } from '#contract/activity/names.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { dayOf } from '#contract/billing/days.ts'
import { toCents } from '#contract/billing/cents.ts'
import { dayText, money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import {
  chargeDayTooEarly,
  chargeDayTooLate,
  chargeOnceActive,
  moneyFields,
  needsNote,
  vendorBasics,
  type VendorBasics,
} from '#contract/vendors/basics.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { planToday, prorateRest, vendorAct } from '#server/areas/billing/public.ts'
import { bookCredit, heldCredit } from '#server/areas/ledger/public.ts'
import { standsForBill } from '#server/areas/payments/public.ts'
import { followStatus } from '#server/areas/stores/public.ts'
import { settleSubscriptions } from '#server/areas/subscriptions/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict, invalid, Refusal, requireFresh } from '#server/platform/http/errors.ts'
import { differences, type Ctx } from '#server/platform/services.ts'
import { refuseStale, versionOf, whenOpened } from '#server/platform/database/versions.ts'
import { categoriesOf, earliestCharge, editedBasics, latestCharge, readBasics } from './basics.ts'
import { createCategories, isChosenCategory } from '#server/areas/supplier-record/public.ts'
import { lockUndeletedVendor, writeNote } from '#server/areas/vendor-record/public.ts'

type Body = Parsed<'saveVendor'>['body']
const billers: readonly Role[] = mayCall.money

/**
 * The whole save waits if a part of it moves more than one person may: a record is never saved in half (docs/domain/moving-money.md, Second person).
 */
export const basicInfoAct = vendorAct<RequestOf<'basic_info'>>({
  act: 'basic_info',
  async keep(tx, { vendor_id, body }) {
    const opened = await tx
      .selectFrom('vendor')
      .select(['vendor_status_id', 'credit_available', 'next_charge_date'])
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    const version = body.version ?? (await versionOf(tx, editedBasics(vendor_id)))
    return { vendor_id, body: { ...body, version, opened: body.opened ?? opened } }
  },
  async perform({ ctx, tx, logActivity, vendor_id: id }, { body }) {
    const before = await lockUndeletedVendor(tx, id)
    const newValues = withGiven(before, body.vendor)
    await refuseStale(tx, ctx, editedBasics(id), body.version)
    await refuseMoved(ctx, tx, id, { now: before, newValues, openedValues: body.opened })
    await refuseMoney(ctx, tx, id, { before, after: newValues, note: body.note })
    const today = dayOf(ctx.clock.now())
    const after = { ...newValues, next_charge_date: chargeOnceActive(before, newValues, today) }
    const previousCategories = await categoryNames(tx, id)
    await saveCategories(tx, id, body)
    const newCategories = await categoryNames(tx, id)
    const changes = differences(
      { ...before, categories: previousCategories },
      { ...after, categories: newCategories },
    )
    if (body.note) await writeNote(ctx, tx, logActivity, { vendor_id: id, ...body.note })
    if (!changes) return 'No changes'
    // settle what was pending until the day that is now moved
    if ('next_charge_date' in changes) await settleSubscriptions(tx, ctx, id, logActivity)
    await moveCredit(ctx, tx, id, { from: before.credit_available, to: after.credit_available })
    const planBefore = 'vendor_plan_type_id' in changes ? await planToday(tx, ctx.clock, id) : undefined
    await tx.updateTable('vendor').set(after).where('vendor_id', '=', id).execute()
    // a new plan settles the days already paid for, as on the Billing Plan tab
    const proration = planBefore === undefined ? '' : await prorateRest(tx, ctx.clock, id, planBefore)
    if ('vendor_status_id' in changes) await moveStatus(ctx, tx, id, { before, after })
    // without a next charge nothing can be pending until it
    if (after.next_charge_date === null) await settleSubscriptions(tx, ctx, id, logActivity)
    const reason = [body.reason, body.note?.note].filter(Boolean).join('; ')
    await logActivity({
      type: 'vendor.save',
      vendor_id: id,
      entity: 'vendor',
      entity_id: id,
      message: `Basic info changed: ${Object.keys(changes).map(fieldName).join(', ')}${proration}`,
      changes,
      reason: reason || null,
    })
    return [
      Object.keys(changes)
        .map((field) => inText(field, after))
        .join(', '),
      reason,
    ]
      .filter(Boolean)
      .join(': ')
  },
})

/** Saves a vendor's basic info, with the note that a change of credit or a later charge requires. */
export async function saveVendor(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'saveVendor'>) {
  const waiting = await carryOut(ctx, basicInfoAct, { vendor_id, body })
  return { ...(await readBasics(ctx.db, ctx.clock, vendor_id)), waiting }
}

/** A changed field, with its value if it moves money. */
const inText = (field: string, after: VendorBasics): string =>
  isMoving(field) ? `${fieldName(field)} ${inWords(field, after)}` : fieldName(field)
const isMoving = (field: string): field is keyof Moving => (movingFields as readonly string[]).includes(field)

/** The basic info with what was given of it. */
function withGiven(
  before: Awaited<ReturnType<typeof lockUndeletedVendor>>,
  given: Body['vendor'],
): VendorBasics {
  const entries = Object.keys(vendorBasics.shape).map((key) => {
    const name = key as keyof VendorBasics
    return [name, given[name] === undefined ? before[name] : given[name]]
  })
  const values = Object.fromEntries(entries) as VendorBasics
  return { ...values, credit_available: Number(values.credit_available).toFixed(2) }
}

/**
 * A status set manually has the same effects as one set automatically: the days until delisting are
 * counted, and its stores follow.
 */
async function moveStatus(
  { clock }: Ctx,
  tx: Tx,
  id: number,
  { before, after }: { before: Status; after: Status },
): Promise<void> {
  const { vendor_status_id } = after
  const unpaid = unpaidOf(vendor_status_id) !== null
  const day = before.suspended_on ?? dayOf(clock.now())
  await tx
    .updateTable('vendor')
    .set({ suspended_on: unpaid ? day : null })
    .where('vendor_id', '=', id)
    .execute()
  await followStatus(tx, [{ vendor_id: id, was: before.vendor_status_id, vendor_status_id }])
}
interface Status {
  vendor_status_id: number
  suspended_on?: string | null
}

/**
 * Credit moves through the ledger, which writes it on the vendor; credit that a charge in progress takes
 * must stay.
 */
async function moveCredit(
  { clock, requestId }: Ctx,
  tx: Tx,
  id: number,
  { from, to }: { from: string; to: string },
) {
  const cents = toCents(to) - toCents(from)
  if (cents < 0) {
    const { rows } = await sql<{ held: string }>`
      select ${heldCredit} as held from vendor v where v.vendor_id = ${id}`.execute(tx)
    const { held: heldAmount } = singleRow(rows)
    if (toCents(to) < toCents(heldAmount))
      throw invalid({
        'vendor.credit_available': `${money(heldAmount)} of the credit is reserved for a charge in progress. Try again when it finishes`,
      })
  }
  await bookCredit(tx, id, cents, {
    key: `credit of ${id} by ${requestId}`,
    tm: new Date(clock.now()).toISOString(),
  })
}

/** Bills, charges, refunds and cards change these fields, too, without a version of the form. */
async function refuseMoved(
  { clock }: Ctx,
  tx: Tx,
  id: number,
  { now, newValues, openedValues }: { now: Moving; newValues: Moving; openedValues: Moving | undefined },
): Promise<void> {
  if (!openedValues) return
  const tm = new Date(clock.now()).toISOString()
  const editor = 'Feedstock'
  const movedFields = movingFields.flatMap((field) => {
    const [textNow, textBefore] = [inWords(field, now), inWords(field, openedValues)]
    if (textNow === textBefore || textNow === inWords(field, newValues)) return []
    const text = `${fieldName(field)} was changed to ${textNow}; it was ${textBefore} ${whenOpened}`
    return { text, change: { field, from: openedValues[field], to: now[field], by: editor, tm } }
  })
  if (movedFields.length === 0) return
  throw new Refusal('conflict', movedFields.map(({ text }) => text).join('. '), undefined, {
    version: await versionOf(tx, editedBasics(id)),
    changed: movedFields.map(({ change }) => change),
  })
}
const movingFields = ['vendor_status_id', 'credit_available', 'next_charge_date'] as const
type Moving = Pick<VendorBasics, (typeof movingFields)[number]>
function inWords(field: keyof Moving, values: Moving): string {
  if (field === 'vendor_status_id') return present(vendorStatuses[values[field]], `Status ${values[field]}`)
  if (field === 'credit_available') return money(values[field])
  return values[field] === null ? 'none' : dayText(values[field])
}

const onlyMoney = 'Only finance, account managers and admins can change'
interface MoneyChange {
  before: Pick<VendorBasics, (typeof moneyFields)[number]>
  after: VendorBasics
  note: Body['note']
}
/**
 * Changes that move money require permission and a note, and no charge may be scheduled for today or
 * earlier.
 */
async function refuseMoney(
  ctx: Ctx,
  tx: Tx,
  id: number,
  { before, after, note }: MoneyChange,
): Promise<void> {
  const changedFields = moneyFields.filter((field) => before[field] !== after[field])
  if (changedFields.length > 0 && !billers.includes(ctx.who.role))
    throw new Refusal(
      'forbidden',
      `${onlyMoney} ${changedFields.map(fieldName).join(', ')}`,
      Object.fromEntries(changedFields.map((field) => [`vendor.${field}`, `${onlyMoney} this`])),
    )
  if (changedFields.length > 0) requireFresh(ctx.who)
  if (changedFields.includes('vendor_plan_type_id') && after.vendor_plan_type_id !== null) {
    const plan = await tx
      .selectFrom('plan_type')
      .select('name')
      .where('vendor_plan_type_id', '=', after.vendor_plan_type_id)
      .executeTakeFirst()
    if (!plan) throw invalid({ 'vendor.vendor_plan_type_id': 'Plan not found' })
  }
  const charge = after.next_charge_date
  if (changedFields.includes('next_charge_date')) await refuseChargeDay(ctx, tx, id, charge)
  if (!note && needsNote(before, after)) throw invalid({ 'note.note': messages.noteNeeded })
}

/**
 * Days are paid for once: a charge can't be scheduled before the end of the paid period, nor while a
 * charge is open for that day.
 */
async function refuseChargeDay({ clock }: Ctx, tx: Tx, id: number, charge: string | null): Promise<void> {
  const { rows } = await sql`
    select from vendor v where v.vendor_id = ${id} and ${standsForBill}`.execute(tx)
  if (rows.length > 0) throw conflict('A charge for the next bill is in progress. Try again when it finishes')
  if (charge === null) return
  const refuse = (fault: string) => invalid({ 'vendor.next_charge_date': fault })
  const earliest = await earliestCharge(tx, clock, id)
  if (charge < earliest) throw refuse(chargeDayTooEarly(earliest))
  if (charge > latestCharge(clock)) throw refuse(chargeDayTooLate)
}

const categoryNames = async (tx: Tx, id: number) =>
  (await categoriesOf(tx, id)).map((c) => c.catalog_category_name)

async function saveCategories(tx: Tx, id: number, body: Body): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select unnest(${body.added_categories}::int[]) as id
    except
    select catalog_category_id from catalog_category`.execute(tx)
  if (rows.length > 0) throw invalid({ added_categories: 'Category not found' })
  await sql`
    delete from vendor_category
    where vendor_id = ${id} and catalog_category_id = any(${body.deleted_categories}::int[])`.execute(tx)
  await createCategories(tx, body)
  await sql`
    insert into vendor_category
    select ${id}::int, catalog_category_id
    from catalog_category
    where ${isChosenCategory(body)}
    on conflict do nothing`.execute(tx)
}
