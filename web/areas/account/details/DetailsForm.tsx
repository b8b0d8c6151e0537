import { Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { isStaff } from '#contract/roles.ts'
import { api } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { readOnly } from '../../../viewing.ts'
import { toBody, toForm, validate, type AccountDetails, type DetailsForm as Values } from './details-form.ts'
import { NotificationEmails } from './NotificationEmails.tsx'

const labels = {
  'contact.company': 'Company',
  'contact.first_name': 'First name',
  'contact.last_name': 'Last name',
  'contact.phone': 'Phone',
  daily: 'Daily update email',
  notifications: 'Notification emails',
}

/** The customer's contact and where news goes, saved together. */
export function DetailsForm({ latest }: { latest: AccountDetails }) {
  const client = useQueryClient()
  // staff get no such emails
  const hasStores = !isStaff(latest.role)
  const read = async () => (await api.getAccountDetails({})) as AccountDetails
  const { form, parts } = useRecordForm<AccountDetails, Values>({
    latest,
    toValues: toForm,
    validate,
    save: async (values, { version }) => {
      const details = await api.updateAccount({ body: toBody(values, version) })
      // the frame shows the company's name
      void client.invalidateQueries({ queryKey: api.getAccount.key() })
      return details as AccountDetails
    },
    reload: read,
    doneText: 'Account details saved',
    labels,
  })
  const isUnchanged = parts.changes === 0
  const submit = () => (isUnchanged ? notify('warning', messages.accountUnchanged) : parts.submit())
  return (
    <RecordForm parts={{ ...parts, submit }}>
      <Stack gap={40}>
        <Panel title="Contact">
          <Stack>
            <TextInput
              label="Company"
              autoComplete="organization"
              maxLength={200}
              {...form.getInputProps('contact.company')}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="First name"
                autoComplete="given-name"
                maxLength={100}
                {...form.getInputProps('contact.first_name')}
              />
              <TextInput
                label="Last name"
                autoComplete="family-name"
                maxLength={100}
                {...form.getInputProps('contact.last_name')}
              />
            </SimpleGrid>
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="tel"
              maxLength={50}
              {...form.getInputProps('contact.phone')}
            />
            {hasStores && (
              <Switch
                label="Daily update email"
                description="What we sent to your stores each day, and what failed"
                {...form.getInputProps('daily', { type: 'checkbox' })}
              />
            )}
          </Stack>
        </Panel>
        {hasStores && (
          <NotificationEmails
            form={form}
            unsubscribedEmails={latest.updates_ended ?? []}
            unreachable={latest.mails_unreachable ?? []}
          />
        )}
        {isUnchanged && (
          <Group>
            <Button type="submit" size="md" variant="default" disabled={Boolean(readOnly)} title={readOnly}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </RecordForm>
  )
}
