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
  /** Why the credit or the next charge is changed, if either is. */
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
 * The hint below the next charge.
 * @param whyNot why the signed-in person can't change it
 */
export function chargeHint(
  { vendor: original, earliest_charge_date }: VendorBasicsView,
  vendor: VendorBasics,
  whyNot: string | undefined,
  today = dayOf(Date.now()),
): string {
  if (chargeOnceActive(original, vendor, today) !== vendor.next_charge_date)
    return 'This date has passed. Once Active, the charge is due today. Earlier days aren’t billed'
  if (whyNot !== undefined) return whyNot
  return vendor.next_charge_date === null && original.next_charge_date !== null
    ? 'With no next charge, pending cancellations and freezes take effect when you save'
    : chargeDayTooEarly(earliest_charge_date)
}

/** What is wrong with the form, by the field's name. */
export function validate(form: BasicsForm, original: VendorBasicsView): Record<string, string> {
  const { error } = vendorBasics.safeParse(form.vendor)
  const { next_charge_date: day } = form.vendor
  return {
    ...Object.fromEntries((error?.issues ?? []).map((i) => [`vendor.${i.path.join('.')}`, i.message])),
    ...(day !== null &&
      day !== original.vendor.next_charge_date &&
      day < original.earliest_charge_date && {
        'vendor.next_charge_date': chargeDayTooEarly(original.earliest_charge_date),
      }),
    ...(day !== null &&
      day !== original.vendor.next_charge_date &&
      day > original.latest_charge_date && { 'vendor.next_charge_date': chargeDayTooLate }),
    ...(noteWanted(form, original) && form.note.trim() === '' && { note: messages.noteNeeded }),
  }
}

export const noteWanted = (form: BasicsForm, original: VendorBasicsView): boolean =>
  Number.isFinite(Number(form.vendor.credit_available)) && needsNote(original.vendor, form.vendor)

/** The save's body, with the note if one is required. */
export function toBody(original: VendorBasicsView, form: BasicsForm): Input<'saveVendor'>['body'] {
  const note = form.note.trim()
  return {
    version: original.version,
    vendor: form.vendor,
    new_categories: form.categories.flatMap((c) => (c.id === null && !c.deleted ? [c.name] : [])),
    added_categories: addedIds(
      original.vendor_categories.map((c) => c.catalog_category_id),
      form.categories,
    ),
    deleted_categories: deletedIds(form.categories),
    ...(note && { note: { note, note_type: billingNote } }),
  }
}

/** The body to preview: what it moves doesn't depend on the words of its note. */
export const previewBody = (original: VendorBasicsView, form: BasicsForm) =>
  toBody(original, { ...form, note: 'Preview' })

/** The server's field names as this form's. */
export const toFormErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [
      key.replace(/^note\.note$/, 'note').replace(/^(added|new)_categories.*$/, 'categories'),
      message,
    ]),
  )
