import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { handleOf } from '#contract/platforms/handles.ts'
import { platformNameNeeded } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

/** A name; the handle follows it. */
export function NewPlatform({ close }: { close: () => void }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (v) => {
        if (!v.trim()) return platformNameNeeded
        return handleOf(v) ? null : 'Use at least one letter or digit'
      },
    },
  })
  const navigate = useNavigate()
  const { name } = form.values
  return (
    <ActModal
      title="Add platform"
      act="Add platform"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.createPlatform({ body: { name, handle: handleOf(name) } })}
      doneText={'Platform added'}
      after={({ platform_id }) => navigate({ href: links.platform(platform_id) })}
      fields={form.setErrors}
    >
      <TextInput label="Name" required data-autofocus maxLength={100} {...form.getInputProps('name')} />
      <TextInput
        label="Handle"
        description="Derived from the name. It can’t be changed later."
        classNames={{ input: 'mono' }}
        readOnly
        tabIndex={-1}
        value={handleOf(name)}
      />
    </ActModal>
  )
}
