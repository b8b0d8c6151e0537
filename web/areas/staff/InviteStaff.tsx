import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '#contract/formats.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { addressNeeded } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { RoleChoice } from './StaffActs.tsx'

/** Invites somebody to join staff: only that address gets the link. */
export function InviteStaff({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { email: '', role: 'support' as StaffRole },
    validate: { email: (value) => (isEmail(value.trim()) ? null : addressNeeded) },
  })
  return (
    <ActModal
      title="Invite staff"
      act="Send invitation"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.inviteStaff({ body: form.values })}
      doneText={`Invitation sent to ${form.values.email}`}
      fields={form.setErrors}
    >
      <Text size="sm">
        We’ll email a link to choose a name and password. It works once and expires in 3 days.
      </Text>
      <TextInput label="Email" type="email" required data-autofocus {...form.getInputProps('email')} />
      <RoleChoice role={form.values.role} set={(role) => form.setFieldValue('role', role)} />
    </ActModal>
  )
}
