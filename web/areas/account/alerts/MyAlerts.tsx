import '../mine.css'
import './my-alerts.css'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  alertsUnchanged,
  mostAlertEmails,
  tooManyAlertEmails,
  type AlertsView,
} from '#contract/account/product-alerts.ts'
import { api } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { labelsOf, newAlert, toBody, toForm, toFormErrors, validate, type AlertsForm } from './alerts-form.ts'
import { ContactLink } from '../ContactLink.tsx'
import { MyAlertChanges } from './MyAlertChanges.tsx'
import { MyAlertEmail } from './MyAlertEmail.tsx'

/** Which emails get alerts about which suppliers, and how often. */
export default function MyAlerts() {
  const { data, error, refetch } = useQuery(api.listProductAlerts.query())
  return (
    <Page title="Product Alerts" answer={data && answerOf(data)}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data &&
        (hasNothing(data) ? (
          <Text>
            No suppliers yet. <ContactLink /> to add one.
          </Text>
        ) : (
          <AlertsEditor latest={data} />
        ))}
    </Page>
  )
}

function AlertsEditor({ latest }: { latest: AlertsView }) {
  const [shownId, setShownId] = useState<number | null>(null)
  const { form, original, parts } = useRecordForm<AlertsView, AlertsForm>({
    latest,
    toValues: toForm,
    validate,
    save: async (values, from) => {
      const query = { version: from.version }
      await api.saveProductAlerts({ query, body: toBody(from, values) })
      return api.listProductAlerts()
    },
    reload: () => api.listProductAlerts(),
    doneText: 'Product alerts saved',
    toErrors: toFormErrors,
    labels: labelsOf(latest),
  })
  const keys = Object.keys(form.values.emails)
  const [addedCount, setAddedCount] = useState(0)
  const add = () => {
    setAddedCount(addedCount + 1)
    const fresh = { email: '', alerts: { [`new_${addedCount}`]: newAlert } }
    form.setFieldValue('emails', { ...form.values.emails, [`new_${addedCount}`]: fresh })
  }
  const full = keys.length >= mostAlertEmails
  const save = () => (parts.changes === 0 ? notify('warning', alertsUnchanged) : parts.submit())
  return (
    <RecordForm parts={{ ...parts, submit: save }}>
      {keys.map((key) => (
        <MyAlertEmail key={key} cardKey={key} form={form} view={original} show={setShownId} />
      ))}
      <Group gap="sm">
        <Button
          variant="default"
          onClick={add}
          disabled={full || Boolean(readOnly)}
          title={full ? tooManyAlertEmails : readOnly}
        >
          Add email address
        </Button>
        {parts.changes === 0 && (
          <Button type="submit" variant="default" disabled={Boolean(readOnly)} title={readOnly}>
            Save product alerts
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Up to {mostAlertEmails} email addresses. Emails cover new, removed and restocked products, and price
        changes.
      </Text>
      {shownId !== null && <MyAlertChanges id={shownId} close={() => setShownId(null)} />}
    </RecordForm>
  )
}

const hasNothing = ({ alerts, available_dropshippers: all }: AlertsView) =>
  alerts.length === 0 && all.length === 0

function answerOf(view: AlertsView): string {
  const { alerts } = view
  if (alerts.length === 0)
    return `No alerts yet.${hasNothing(view) ? '' : ' Add an email address to get them.'}`
  const emails = new Set(alerts.map(({ email }) => email.toLowerCase())).size
  const suppliers = new Set(alerts.map(({ dropshipper_id }) => dropshipper_id)).size
  const emailsText = emails === 1 ? '1 email address gets' : `${emails} email addresses get`
  return `${emailsText} alerts about ${many(suppliers, 'supplier')}.`
}
