import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isEmail } from '#contract/formats.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

/** Invites somebody to open an account: only that address gets the link. */
export function InviteUser() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Invite customer…
      </Button>
      {open && <Invitation close={() => setOpen(false)} />}
    </>
  )
}

function Invitation({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { company: '', email: '' },
    validate: {
      company: (v) => (v.trim() ? null : 'Enter a company name'),
      email: (v) => (isEmail(v.trim()) ? null : 'This is not a valid email address'),
    },
  })
  return (
    <ActModal
      title="Invite customer"
      act="Send invitation"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.inviteUser({ body: form.values })}
      doneText={`Invitation sent to ${form.values.email}`}
      fields={form.setErrors}
    >
      <Text size="sm">
        We’ll email a link to create a Free account. It works once and expires in 14 days. Earlier invitations
        to this address stop working.
      </Text>
      <TextInput label="Company" required data-autofocus {...form.getInputProps('company')} />
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
    </ActModal>
  )
}
