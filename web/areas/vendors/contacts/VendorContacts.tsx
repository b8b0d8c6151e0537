import { Button, Group, SimpleGrid, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fieldName } from '#contract/activity/names.ts'
import {
  mostContacts,
  tooManyContacts,
  type ContactFields,
  type VendorContactsView,
} from '#contract/vendors/contacts.ts'
import { api } from '../../../api.ts'
import { inputType } from '../../../ui/form/keyboards.ts'
import { nextKey } from '../../../ui/form/next-key.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { ContactMail } from './ContactMail.tsx'
import { emptyContact, toBody, toForm, toFormErrors, validate, type ContactsForm } from './contacts-form.ts'
import type { Vendor } from '../page/vendor.ts'

const labels: Record<keyof Omit<ContactFields, 'daily_update_email'>, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  primary_phone: 'Primary phone',
  phone: 'Phone',
  alternate_phone: 'Alternate phone',
  address1: 'Address',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  province: 'Province',
  zip: 'ZIP',
  country: 'Country',
}

export default function VendorContacts({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.listVendorContacts.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return <ContactsOf vendor={vendor} latest={data} />
}

function ContactsOf({ vendor, latest }: { vendor: Vendor; latest: VendorContactsView }) {
  const params = { vendor_id: vendor.vendor_id }
  const { form, parts } = useRecordForm<VendorContactsView, ContactsForm>({
    latest,
    toValues: toForm,
    validate,
    save: (values, original) => api.saveVendorContacts({ params, body: toBody(original, values) }),
    reload: () => api.listVendorContacts({ params }),
    doneText: 'Contacts saved',
    toErrors: toFormErrors,
    labels: Object.fromEntries(
      latest.contacts.flatMap(({ contact_id, email }) =>
        Object.keys(emptyContact).map((key) => [
          `contacts.contact_${contact_id}.${key}`,
          `${email}: ${fieldName(key)}`,
        ]),
      ),
    ),
  })
  const keys = Object.keys(form.values.contacts)
  const [addedKey, setAddedKey] = useState<string>()
  const add = () => {
    const key = nextKey(form.values.contacts)
    const contacts = { ...form.values.contacts, [key]: emptyContact }
    form.setValues({ contacts, primary: keys.length === 0 ? key : form.values.primary })
    setAddedKey(key)
  }
  return (
    <RecordForm parts={parts} readOnly={vendor.deletion !== null}>
      {keys.map((key) => (
        <OneContact key={key} contactKey={key} form={form} isNew={key === addedKey}>
          <ContactMail
            vendor={vendor}
            contact={latest.contacts.find(
              (contact) => contact.contact_id === form.values.contacts[key]!.contact_id,
            )}
          />
        </OneContact>
      ))}
      {form.errors.contacts && (
        <Text size="sm" c="red" role="alert">
          {form.errors.contacts}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          onClick={add}
          disabled={keys.length >= mostContacts}
          title={keys.length >= mostContacts ? tooManyContacts(keys.length) : undefined}
        >
          Add contact
        </Button>
        <Text size="sm" c="dimmed">
          Changing an email here doesn’t change the sign-in email.
        </Text>
      </Group>
    </RecordForm>
  )
}

interface OneContactOf {
  contactKey: string
  form: UseFormReturnType<ContactsForm>
  /** It was just added, so it gets the focus. */
  isNew: boolean
  children: ReactNode
}

function OneContact({ contactKey, form, isNew, children }: OneContactOf) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) card.current?.querySelector('input')?.focus()
  }, [isNew])
  const { contacts, primary } = form.values
  const contact = contacts[contactKey]!
  const isPrimary = contactKey === primary
  const remove = () =>
    form.setFieldValue(
      'contacts',
      Object.fromEntries(Object.entries(contacts).filter(([key]) => key !== contactKey)),
    )
  const name =
    [contact.first_name, contact.last_name].filter(Boolean).join(' ') || contact.email || 'New contact'
  return (
    <Panel
      title={isPrimary ? `${name} (primary)` : name}
      actions={
        !isPrimary && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              onClick={() => form.setFieldValue('primary', contactKey)}
              aria-label={`Make primary: ${name}`}
            >
              Make primary
            </Button>
            <Button size="xs" variant="default" onClick={remove} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="sm" ref={card}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {Object.entries(labels).map(([key, label]) => (
            <TextInput
              key={key}
              label={label}
              type={inputType(key)}
              required={key === 'email'}
              {...form.getInputProps(`contacts.${contactKey}.${key}`)}
            />
          ))}
        </SimpleGrid>
        <Switch
          label="Daily update email"
          {...form.getInputProps(`contacts.${contactKey}.daily_update_email`, { type: 'checkbox' })}
        />
        {children}
      </Stack>
    </Panel>
  )
}
