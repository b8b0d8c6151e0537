import { Button, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
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
    initialValues: { company: '', email: '', campaign_id: null as number | null },
    validate: {
      company: (v) => (v.trim() ? null : 'Enter a company name'),
      email: (v) => (isEmail(v.trim()) ? null : 'This is not a valid email address'),
    },
  })
  const { data: campaigns } = useQuery({ ...api.listCampaigns.query(), staleTime: 60_000 })
  const { campaign_id } = form.values
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
      <Select
        label="Campaign"
        description="What brought them, if you know"
        placeholder="None"
        searchable
        clearable
        data={(campaigns ?? [])
          .filter((campaign) => !campaign.is_ended)
          .map((campaign) => ({ value: String(campaign.campaign_id), label: campaign.campaign_name }))}
        value={campaign_id === null ? null : String(campaign_id)}
        onChange={(value) => form.setFieldValue('campaign_id', value === null ? null : Number(value))}
        error={form.errors.campaign_id}
      />
    </ActModal>
  )
}
