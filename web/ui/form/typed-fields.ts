import { secretFields } from './drafts.ts'

/** What is typed into a dialog's fields, or ticked, each by its label. */
export type TypedFields = readonly (readonly [label: string, value: string | boolean])[]
type Form = HTMLFormElement | null | undefined
type Field = HTMLInputElement | HTMLTextAreaElement

/** The fields of a form that a person types into or ticks; a list's box holds a choice, not a text. */
const fieldsOf = (form: Form): Field[] =>
  [
    ...(form?.querySelectorAll<Field>(
      'input:not([type=hidden], [type=file], [aria-haspopup=listbox]), textarea',
    ) ?? []),
  ].filter((field) => !field.readOnly && !field.matches(secretFields))
const labelOf = (field: Field) => field.labels?.[0]?.textContent ?? field.ariaLabel ?? ''
const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

export const readFields = (form: Form): TypedFields =>
  fieldsOf(form).map((field) => [labelOf(field), isTicked(field) ? field.checked : field.value])

/** Types it again, as a person would: the fields are those of a dialog whose state is its own. */
export function fillFields(form: Form, typed: TypedFields): void {
  const fields = fieldsOf(form)
  for (const [index, [label, value]] of typed.entries()) {
    const field = fields[index]
    if (!field || labelOf(field) !== label) continue
    if (isTicked(field)) {
      if (field.checked !== value) field.click()
    } else if (typeof value === 'string' && field.value !== value) {
      const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      // past React's own setter, which would take the value for one that it knows already
      Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
