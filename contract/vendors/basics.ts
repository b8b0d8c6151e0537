import { z } from 'zod'
import { waits } from '../approvals/acts.ts'
import { dayText } from '../formats.ts'
import { count, day, id, line, lines, price, version } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'
import { decimal } from '../values.ts'
import { vendorNoteOperations } from './notes.ts'
import { isActive } from './status.ts'

export const orderVolumes = ['Unknown', '0', '1-100', '101-500', '501-2000', '2001-5000', '5000+'] as const

export const vendorBasics = z.object({
  company: line(200, 'Enter a company name'),
  vendor_status_id: count(0, 4),
  vendor_plan_type_id: count(1, 32_767).nullable(),
  order_volume: z.enum(orderVolumes),
  priority_support: z.boolean().nullable().describe('null: set by the plan'),
  optimized_sync_oa: z.boolean(),
  credit_available: price,
  next_charge_date: day.nullable(),
})
export type VendorBasics = z.output<typeof vendorBasics>

const cents = (text: string) => Math.round(Number(text) * 100)
type Money = Pick<VendorBasics, 'credit_available' | 'next_charge_date'>
/** A change of credit, or a later next charge, requires a note (docs/domain/vendor-page.md, Credit and next charge). */
export function needsNote(before: Money, after: Money): boolean {
  if (cents(before.credit_available) !== cents(after.credit_available)) return true
  if (before.next_charge_date === null) return false
  return after.next_charge_date === null || after.next_charge_date > before.next_charge_date
}
/**
 * Days on which the vendor wasn't Active aren't billed: a next charge date that has passed meanwhile is
 * due today.
 */
export const chargeOnceActive = (
  before: Pick<VendorBasics, 'vendor_status_id'>,
  after: Pick<VendorBasics, 'vendor_status_id' | 'next_charge_date'>,
  today: string,
): string | null => {
  const { next_charge_date: next } = after
  return isActive(after) && !isActive(before) && next !== null && next < today ? today : next
}
/** Fields that only people who may move money can change. */
export const moneyFields = [
  'vendor_status_id',
  'vendor_plan_type_id',
  'credit_available',
  'next_charge_date',
] as const
/** Why a charge can't be scheduled before the first allowed day. */
export const chargeDayTooEarly = (earliest: string) => `${dayText(earliest)} (UTC) or later`
/** A charge with a mistyped year would otherwise never come. */
export const mostYearsToCharge = 2
export const chargeDayTooLate = `At most ${mostYearsToCharge} years from now`

const category = z.object({ catalog_category_id: z.number(), catalog_category_name: z.string() })
const basicsView = z.object({
  version: z.number(),
  vendor: z.object({
    ...vendorBasics.shape,
    credit_available: decimal,
    company: z.string(),
    order_volume: z.enum(orderVolumes),
  }),
  vendor_categories: z.array(category),
  all_categories: z.array(category),
  plans: z.array(
    z.object({ vendor_plan_type_id: z.number(), name: z.string(), priority_support: z.boolean() }),
  ),
  /** The first day on which a charge may be scheduled. */
  earliest_charge_date: z.string(),
  latest_charge_date: z.string(),
  waiting: waits.optional(),
})
export type VendorBasicsView = z.output<typeof basicsView>
const ids = z.array(id).max(500).default([])

export const vendorBasicsOperations = {
  getVendorBasics: get(
    '/api/vendor/{vendor_id}/basics',
    'A vendor’s basic info with the choices to edit it',
    {
      answer: basicsView,
      refuses: ['not_found'],
    },
  ),
  saveVendor: post('/api/vendor/{vendor_id}', "Save a vendor's basic info", {
    fresh: 'depends',
    record: [{ read: 'getVendorBasics' }, { read: 'getVendor', at: 'vendor' }],
    body: z.object({
      version,
      vendor: vendorBasics.partial().describe('what isn’t given stays'),
      opened: vendorBasics
        .pick({ vendor_status_id: true, credit_available: true, next_charge_date: true })
        .optional()
        .describe('the values when the form was opened; a change is refused if they differ now'),
      new_categories: z.array(line(100, messages.categoryNameNeeded)).max(50).default([]),
      added_categories: ids,
      deleted_categories: ids,
      note: vendorNoteOperations.addVendorNote.body.optional(),
      reason: lines(4000).default('').describe('shown in the activity log'),
    }),
    answer: basicsView,
    refuses: ['not_found', 'conflict', 'forbidden'],
  }),
}
