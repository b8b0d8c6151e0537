import { Button, Select, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import {
  alertFrequencies,
  mostAlertsOfEmail,
  tooManyAlerts,
  type AlertsView,
} from '#contract/account/product-alerts.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { dayText, shortDay } from '../../../ui/time.ts'
import { readOnly } from '../../../viewing.ts'
import { newAlert, type AlertsForm } from './alerts-form.ts'

const frequencies = Object.entries(alertFrequencies).map(([value, label]) => ({ value, label }))

interface AlertEmailProps {
  cardKey: string
  form: UseFormReturnType<AlertsForm>
  view: AlertsView
  show: (id: number) => void
}

/** An email with the suppliers it gets alerts about. */
export function MyAlertEmail({ cardKey, form, view, show }: AlertEmailProps) {
  const { emails } = form.values
  const { email, alerts } = emails[cardKey]!
  const place = Object.keys(emails).indexOf(cardKey) + 1
  const [addedCount, setAddedCount] = useState(0)
  const rows = Object.keys(alerts)
  const full = rows.length >= mostAlertsOfEmail
  const remove = () =>
    form.setFieldValue(
      'emails',
      Object.fromEntries(Object.entries(emails).filter(([key]) => key !== cardKey)),
    )
  const add = () => {
    setAddedCount(addedCount + 1)
    form.setFieldValue(`emails.${cardKey}.alerts`, { ...alerts, [`more_${addedCount}`]: newAlert })
  }
  return (
    <Panel
      title={email || `Email ${place}`}
      actions={
        <Button
          variant="subtle"
          onClick={remove}
          disabled={Boolean(readOnly)}
          title={readOnly}
          aria-label={`Remove ${email || `email ${place}`} and its alerts`}
        >
          Remove
        </Button>
      }
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        required
        maw={420}
        // a new card appears because the customer just added it
        autoFocus={cardKey.startsWith('new_')}
        {...form.getInputProps(`emails.${cardKey}.email`)}
        readOnly={Boolean(readOnly)}
      />
      <ul className="mine-list" aria-label={`Alerts for ${email || `email ${place}`}`}>
        {rows.map((row) => (
          <OneAlert key={row} cardKey={cardKey} row={row} form={form} view={view} show={show} />
        ))}
      </ul>
      <Button
        variant="default"
        onClick={add}
        disabled={full || Boolean(readOnly)}
        title={full ? tooManyAlerts : readOnly}
        aria-label={`Add supplier for ${email || `email ${place}`}`}
      >
        Add supplier
      </Button>
    </Panel>
  )
}

function OneAlert({ cardKey, row, form, view, show }: AlertEmailProps & { row: string }) {
  const { alerts } = form.values.emails[cardKey]!
  const { product_alert_id, dropshipper_id, alert_frequency_id } = alerts[row]!
  const path = `emails.${cardKey}.alerts`
  const field = `${path}.${row}`
  const savedAlert = view.alerts.find((alert) => alert.product_alert_id === product_alert_id)
  const remove = () =>
    form.setFieldValue(path, Object.fromEntries(Object.entries(alerts).filter(([key]) => key !== row)))
  const name = savedAlert?.dropshipper_name ?? 'the new supplier'
  return (
    <li>
      <div className="mine-alert">
        <Select
          label="Supplier"
          required
          searchable
          placeholder="Choose a supplier"
          data={suppliersFor(view, savedAlert)}
          value={dropshipper_id === null ? null : String(dropshipper_id)}
          onChange={(value) => form.setFieldValue(`${field}.dropshipper_id`, value && Number(value))}
          error={form.errors[`${field}.dropshipper_id`]}
          allowDeselect={false}
          readOnly={Boolean(readOnly)}
        />
        <Select
          label="Frequency"
          data={frequencies}
          value={String(alert_frequency_id)}
          onChange={(value) => form.setFieldValue(`${field}.alert_frequency_id`, Number(value))}
          error={form.errors[`${field}.alert_frequency_id`]}
          allowDeselect={false}
          readOnly={Boolean(readOnly)}
        />
        <Button
          variant="subtle"
          onClick={remove}
          disabled={Boolean(readOnly)}
          title={readOnly}
          aria-label={`Remove alert for ${name}`}
        >
          Remove
        </Button>
      </div>
      {savedAlert && (
        <div className="mine-acts">
          <Text size="sm" c="dimmed">
            {savedAlert.quiet ?? `${lastMailText(savedAlert.told_tm)} Next: ${dayText(savedAlert.next_on)}.`}
          </Text>
          <Button
            variant="subtle"
            onClick={() => show(savedAlert.product_alert_id)}
            aria-label={`View changes at ${savedAlert.dropshipper_name}`}
          >
            View changes
          </Button>
        </div>
      )}
    </li>
  )
}

const lastMailText = (told_tm: string | null) =>
  told_tm ? `Last email ${shortDay(told_tm)}.` : 'No emails yet.'

/** The customer's suppliers, and the one the alert is saved with. */
function suppliersFor(
  { available_dropshippers: all }: AlertsView,
  savedAlert: AlertsView['alerts'][number] | undefined,
) {
  const isListed = all.some((s) => s.dropshipper_id === savedAlert?.dropshipper_id)
  return [...all, ...(savedAlert && !isListed ? [savedAlert] : [])].map((s) => ({
    value: String(s.dropshipper_id),
    label: s.dropshipper_name,
  }))
}
