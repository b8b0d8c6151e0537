import { dayOf } from '#contract/billing/days.ts'
import type { Input } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import {
  chargeDayTooEarly,
  chargeDayTooLate,
  chargeOnceActive,
  needsNote,
  vendorBasics,
  type VendorBasics,
  type VendorBasicsView,
} from '#contract/vendors/basics.ts'
import { billingNote } from '#contract/vendors/note-types.ts'
import { addedIds, deletedIds, type Choice } from '../../../ui/form/choices.ts'

export interface BasicsForm {
  vendor: VendorBasics
  categories: Choice[]
  /** Why credit or the next charge is another, where one of them is. */
  note: string
}

/** A vendor's basic info as its form holds it. */
export const toForm = (view: VendorBasicsView): BasicsForm => ({
  vendor: view.vendor,
  categories: view.vendor_categories.map((c) => ({
    id: c.catalog_category_id,
    name: c.catalog_category_name,
    deleted: false,
  })),
  note: '',
})

/**
 * What stands below the next charge.
 * @param why whoever looks may not change it
 */
export function chargeHint(
  { vendor: opened, earliest_charge_date }: VendorBasicsView,
  vendor: VendorBasics,
  why: string | undefined,
  today = dayOf(Date.now()),
): string {
  if (chargeOnceActive(opened, vendor, today) !== vendor.next_charge_date)
    return 'It has passed: once Active it is due today, and the days until then aren’t billed'
  if (why !== undefined) return why
  return vendor.next_charge_date === null && opened.next_charge_date !== null
    ? 'Without a next charge, subscriptions whose end or freeze waits for it end or freeze when this is saved'
    : chargeDayTooEarly(earliest_charge_date)
}

/** What is wrong with the form, by the field's name. */
export function validate(form: BasicsForm, opened: VendorBasicsView): Record<string, string> {
  const { error } = vendorBasics.safeParse(form.vendor)
  const { next_charge_date: day } = form.vendor
  return {
    ...Object.fromEntries((error?.issues ?? []).map((i) => [`vendor.${i.path.join('.')}`, i.message])),
    ...(day !== null &&
      day !== opened.vendor.next_charge_date &&
      day < opened.earliest_charge_date && {
        'vendor.next_charge_date': chargeDayTooEarly(opened.earliest_charge_date),
      }),
    ...(day !== null &&
      day !== opened.vendor.next_charge_date &&
      day > opened.latest_charge_date && { 'vendor.next_charge_date': chargeDayTooLate }),
    ...(noteWanted(form, opened) && form.note.trim() === '' && { note: messages.noteNeeded }),
  }
}

export const noteWanted = (form: BasicsForm, opened: VendorBasicsView): boolean =>
  Number.isFinite(Number(form.vendor.credit_available)) && needsNote(opened.vendor, form.vendor)

/** The save's body; the note goes along where it is wanted. */
export function toBody(opened: VendorBasicsView, form: BasicsForm): Input<'saveVendor'>['body'] {
  const note = form.note.trim()
  return {
    version: opened.version,
    vendor: form.vendor,
    new_categories: form.categories.flatMap((c) => (c.id === null && !c.deleted ? [c.name] : [])),
    added_categories: addedIds(
      opened.vendor_categories.map((c) => c.catalog_category_id),
      form.categories,
    ),
    deleted_categories: deletedIds(form.categories),
    ...(note && { note: { note, note_type: billingNote } }),
  }
}

/** The server's names of fields as this form's. */
export const toFormErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [
      key.replace(/^note\.note$/, 'note').replace(/^(added|new)_categories.*$/, 'categories'),
      message,
    ]),
  )
