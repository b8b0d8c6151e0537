import { Button, Checkbox, CopyButton, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  bothSecretsHours,
  endpointForms,
  type EndpointForm,
  type NoticeEndpoint,
} from '#contract/notifications/endpoints.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { many } from '../../../ui/values.tsx'

interface OfEndpoint {
  endpoint: NoticeEndpoint
  close: () => void
}
const isWeb = (url: string) => /^https?:\/\/./.test(url)
const urlFault = (url: string) => (isWeb(url) ? null : 'Enter a URL that starts with https://')

/** The secret is shown once, to be copied. */
export function ShownSecret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title="Signing secret"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Copy the secret to your receiver, which checks the signature of each message with it (Standard
          Webhooks). It won’t be shown again.
        </Text>
        <Text className="mono" size="sm">
          {secret}
        </Text>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy secret'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const formHints: Record<EndpointForm, string> = {
  standard: 'Signed JSON by Standard Webhooks',
  slack: 'The URL of an incoming webhook of a Slack app',
  teams: 'The URL of a Workflows webhook of a Teams channel',
}

export function AddEndpoint({
  close,
  showSecret,
}: {
  close: () => void
  showSecret: (secret: string) => void
}) {
  const form = useForm({
    initialValues: { name: '', form: 'standard' as EndpointForm, url: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name'), url: urlFault },
  })
  return (
    <ActModal
      title="Add webhook"
      act="Add webhook"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.addNoticeEndpoint({ body: form.values })}
      after={({ secret }) => secret !== null && showSecret(secret)}
      doneText="Webhook added. Add a rule that uses it"
      fields={form.setErrors}
    >
      <TextInput label="Name" required data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <Select
        label="Format"
        description={formHints[form.values.form]}
        allowDeselect={false}
        data={Object.entries(endpointForms).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('form')}
      />
      <TextInput label="URL" required placeholder="https://…" {...form.getInputProps('url')} />
    </ActModal>
  )
}

export function ChangeEndpoint({ endpoint, close }: OfEndpoint) {
  const { notice_endpoint_id, name, host, state, version } = endpoint
  const form = useForm({
    initialValues: { name, url: '', on: state !== 'off' },
    validate: {
      name: (typed) => (typed.trim() ? null : 'Enter a name'),
      url: (typed) => (typed === '' ? null : urlFault(typed)),
    },
  })
  return (
    <ActModal
      title={`Change ${name}`}
      act="Save webhook"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() =>
        api.saveNoticeEndpoint({ params: { notice_endpoint_id }, body: { ...form.values, version } })
      }
      doneText="Webhook saved"
      fields={form.setErrors}
    >
      <TextInput label="Name" required maxLength={80} {...form.getInputProps('name')} />
      <TextInput
        label="URL"
        description={`Saved, at ${host}. Type to replace it`}
        placeholder="https://…"
        {...form.getInputProps('url')}
      />
      <Checkbox
        label="On"
        description={
          state !== 'off' && !form.values.on ? 'Messages that are waiting won’t be sent.' : undefined
        }
        {...form.getInputProps('on', { type: 'checkbox' })}
      />
    </ActModal>
  )
}

export function ChangeSecret({
  endpoint,
  close,
  showSecret,
}: OfEndpoint & { showSecret: (secret: string) => void }) {
  const { notice_endpoint_id } = endpoint
  return (
    <ActModal
      title="Change signing secret?"
      act="Change secret"
      run={() => api.changeNoticeSecret({ params: { notice_endpoint_id } })}
      after={({ secret }) => showSecret(secret)}
      close={close}
    >
      <Text size="sm">
        You get a new secret. For {bothSecretsHours} hours messages are signed with both, so that your
        receiver can change over.
      </Text>
    </ActModal>
  )
}

export function DeleteEndpoint({ endpoint, close }: OfEndpoint) {
  const { notice_endpoint_id, name, rules, waiting } = endpoint
  const lost = [
    rules > 0 && many(rules, 'rule'),
    waiting > 0 && `${many(waiting, 'message')} waiting to be sent`,
  ].filter(Boolean)
  return (
    <ActModal
      title={`Delete webhook ${name}?`}
      act="Delete webhook"
      danger
      run={() => api.deleteNoticeEndpoint({ params: { notice_endpoint_id } })}
      doneText="Webhook deleted"
      close={close}
    >
      <Text size="sm">
        Its list of messages is deleted{lost.length > 0 ? `, and ${lost.join(' and ')}` : ''}. This can’t be
        undone.
      </Text>
    </ActModal>
  )
}
