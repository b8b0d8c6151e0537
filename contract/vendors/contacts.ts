import { z } from 'zod'
import { email, id, line, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { contactState } from './mail-state.ts'

/** A contact's fields, in the order of the form. */
export const contactFields = z.object({
  first_name: line(100),
  last_name: line(100),
  email,
  daily_update_email: z.boolean(),
  primary_phone: line(50),
  phone: line(50),
  alternate_phone: line(50),
  address1: line(200),
  address2: line(200),
  city: line(100),
  state: line(100),
  province: line(100),
  zip: line(20),
  country: line(100),
})
const savedContact = contactFields.extend({ contact_id: id.optional(), is_primary: z.boolean() })
export type ContactFields = z.output<typeof contactFields>
/** Vendors who already have more keep them but can't add any. */
export const mostContacts = 20
export const mostContactsRead = 200
export const tooManyContacts = (currentCount: number): string =>
  currentCount > mostContacts
    ? `This vendor has ${currentCount} contacts; the limit is ${mostContacts}. You can remove contacts but not add any`
    : `A vendor can have at most ${mostContacts} contacts`
export const emailTwice = 'This email address is being used more than once!'

const contact = z.object({
  ...contactFields.shape,
  email: z.string(),
  contact_id: z.number(),
  is_primary: z.boolean(),
  ...contactState.shape,
})
export type VendorContact = z.output<typeof contact>
const contactsView = z.object({ version: z.number(), contacts: z.array(contact) })
export type VendorContactsView = z.output<typeof contactsView>

export const vendorContactOperations = {
  listVendorContacts: get('/api/vendor/{vendor_id}/contacts', 'A vendor’s contacts, primary first', {
    answer: contactsView,
    refuses: ['not_found'],
  }),
  saveVendorContacts: post(
    '/api/vendor/{vendor_id}/contact',
    'Save all contacts of a vendor, exactly one of them primary; contacts left out are removed',
    {
      record: [{ read: 'listVendorContacts' }],
      body: z.object({
        version,
        contacts: z.array(savedContact).min(1, 'Add at least one contact').max(mostContactsRead),
      }),
      answer: contactsView,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
