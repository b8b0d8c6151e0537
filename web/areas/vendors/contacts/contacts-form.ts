import type { Input } from '#contract/index.ts'
import {
  contactFields,
  emailTwice,
  type ContactFields,
  type VendorContact,
  type VendorContactsView,
} from '#contract/vendors/contacts.ts'

export interface ContactForm extends ContactFields {
  /** null: the save adds it. */
  contact_id: number | null
}
/** Keyed so that keys stay while contacts come and go, and two people's changes meet in the right one. */
export interface ContactsForm {
  contacts: Record<string, ContactForm>
  primary: string
}

const keyOf = (id: number) => `contact_${id}`
export const emptyContact: ContactForm = {
  contact_id: null,
  first_name: '',
  last_name: '',
  email: '',
  daily_update_email: false,
  primary_phone: '',
  phone: '',
  alternate_phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  province: '',
  zip: '',
  country: '',
}

/** The part of a contact that the form edits. */
const editableFields = ({
  is_primary: _primary,
  login: _login,
  troubles: _troubles,
  unsubscribed: _ended,
  ...contact
}: VendorContact): ContactForm => contact

export const toForm = (view: VendorContactsView): ContactsForm => ({
  contacts: Object.fromEntries(
    view.contacts.map((contact) => [keyOf(contact.contact_id), editableFields(contact)]),
  ),
  primary: keyOf(view.contacts.find((c) => c.is_primary)?.contact_id ?? view.contacts[0]?.contact_id ?? 0),
})

/** What is wrong with the form, by the field's name. */
export function validate({ contacts }: ContactsForm): Record<string, string> {
  const emails = new Set<string>()
  return Object.fromEntries(
    Object.entries(contacts).flatMap(([key, contact]) => {
      const { error } = contactFields.safeParse(contact)
      const issues = (error?.issues ?? []).map(
        (i) => [`contacts.${key}.${i.path.join('.')}`, i.message] as const,
      )
      const email = contact.email.trim().toLowerCase()
      const twice = email !== '' && emails.has(email)
      emails.add(email)
      return twice ? [...issues, [`contacts.${key}.email`, emailTwice] as const] : issues
    }),
  )
}

export const toBody = (
  view: VendorContactsView,
  { contacts, primary }: ContactsForm,
): Input<'saveVendorContacts'>['body'] => ({
  version: view.version,
  contacts: Object.entries(contacts).map(([key, { contact_id, ...fields }]) => ({
    ...fields,
    ...(contact_id !== null && { contact_id }),
    is_primary: key === primary,
  })),
})

/** The server names contacts by their place in the list. */
export const toFormErrors = (
  fields: Record<string, string>,
  { contacts }: ContactsForm,
): Record<string, string> => {
  const keys = Object.keys(contacts)
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name.replace(/^contacts\.(\d+)/, (_, place: string) => `contacts.${keys[Number(place)]}`),
      message,
    ]),
  )
}
