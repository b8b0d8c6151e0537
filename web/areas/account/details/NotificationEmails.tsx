import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keptEmails, mostNotificationEmails, tooManyEmails } from '#contract/account/notification-emails.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { readOnly } from '../../../viewing.ts'
import { EndedMails, UnreachableMails } from './EndedMails.tsx'
import { newEmail, type DetailsForm } from './details-form.ts'

/** Up to five addresses, each with what it gets. */
export function NotificationEmails({
  form,
  unsubscribedEmails,
  unreachable,
}: {
  form: UseFormReturnType<DetailsForm>
  /** Addresses that unsubscribed from the updates. */
  unsubscribedEmails: readonly string[]
  /** Addresses that emails don't reach. */
  unreachable: readonly string[]
}) {
  const { notifications } = form.values
  const full = keptEmails(notifications).length >= mostNotificationEmails
  return (
    <Panel title="Notification emails">
      <p className="quiet">
        These addresses get emails about bills and store problems. If there are none, we email your main
        contact.
      </p>
      <ul className="email-rows">
        {notifications.map((notification, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: it has no name yet
          <li key={i}>
            <TextInput
              label={`Email ${i + 1}`}
              type="email"
              autoComplete="off"
              maxLength={254}
              // a blank row appears because the customer just added it
              autoFocus={notification.email === ''}
              {...form.getInputProps(`notifications.${i}.email`)}
            />
            <Group gap="md" wrap="nowrap">
              <Checkbox
                label="Billing"
                {...form.getInputProps(`notifications.${i}.billing`, { type: 'checkbox' })}
              />
              <Checkbox
                label="Updates"
                {...form.getInputProps(`notifications.${i}.updates`, { type: 'checkbox' })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                ml="auto"
                aria-label={`Remove ${notification.email || `email ${i + 1}`}`}
                onClick={() => form.removeListItem('notifications', i)}
              >
                <IconTrash size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={full || Boolean(readOnly)}
        title={readOnly}
        onClick={() => form.insertListItem('notifications', newEmail)}
      >
        Add email address
      </Button>
      {/* titles don't show on touch screens */}
      {full && <p className="quiet">{tooManyEmails}</p>}
      <UnreachableMails emails={unreachable} />
      <EndedMails emails={unsubscribedEmails} kind="notifications" resume={() => api.sendUpdatesAgain({})} />
    </Panel>
  )
}
