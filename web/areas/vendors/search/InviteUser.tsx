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
        Invite a user…
      </Button>
      {open && <Invitation close={() => setOpen(false)} />}
    </>
  )
}

function Invitation({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { company: '', email: '' },
    validate: {
      company: (v) => (v.trim() ? null : 'Enter the company’s name'),
      email: (v) => (isEmail(v.trim()) ? null : 'This is not a valid email address'),
    },
  })
  return (
    <ActModal
      title="Invite a user"
      act="Send the invitation"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.inviteUser({ body: form.values })}
      doneText={`${form.values.email} is sent an invitation`}
      fields={form.setErrors}
    >
      <Text size="sm">
        The mail’s link opens a Free account of this company, once, within 14 days. An earlier invitation of
        the same address ends.
      </Text>
      <TextInput label="Company" required data-autofocus {...form.getInputProps('company')} />
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
    </ActModal>
  )
}
