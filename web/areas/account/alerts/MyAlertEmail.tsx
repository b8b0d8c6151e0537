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

interface Of {
  at: string
  form: UseFormReturnType<AlertsForm>
  view: AlertsView
  show: (id: number) => void
}

/** An email with the suppliers that it is told of. */
export function MyAlertEmail({ at, form, view, show }: Of) {
  const { emails } = form.values
  const { email, alerts } = emails[at]!
  const place = Object.keys(emails).indexOf(at) + 1
  const [added, setAdded] = useState(0)
  const rows = Object.keys(alerts)
  const full = rows.length >= mostAlertsOfEmail
  const remove = () =>
    form.setFieldValue('emails', Object.fromEntries(Object.entries(emails).filter(([key]) => key !== at)))
  const add = () => {
    setAdded(added + 1)
    form.setFieldValue(`emails.${at}.alerts`, { ...alerts, [`more_${added}`]: newAlert })
  }
  return (
    <Panel
      title={email || `Email ${place}`}
      acts={
        <Button
          variant="subtle"
          onClick={remove}
          disabled={Boolean(readOnly)}
          title={readOnly}
          aria-label={`Remove ${email || `email ${place}`} with its alerts`}
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
        // it is on the screen because it was just asked for
        autoFocus={at.startsWith('new_')}
        {...form.getInputProps(`emails.${at}.email`)}
        readOnly={Boolean(readOnly)}
      />
      <ul className="mine-list" aria-label={`Alerts of ${email || `email ${place}`}`}>
        {rows.map((row) => (
          <OneAlert key={row} at={at} row={row} form={form} view={view} show={show} />
        ))}
      </ul>
      <Button
        variant="default"
        onClick={add}
        disabled={full || Boolean(readOnly)}
        title={full ? tooManyAlerts : readOnly}
        aria-label={`Add a supplier for ${email || `email ${place}`}`}
      >
        Add a supplier
      </Button>
    </Panel>
  )
}

function OneAlert({ at, row, form, view, show }: Of & { row: string }) {
  const { alerts } = form.values.emails[at]!
  const { product_alert_id, dropshipper_id, alert_frequency_id } = alerts[row]!
  const path = `emails.${at}.alerts`
  const field = `${path}.${row}`
  const kept = view.alerts.find((alert) => alert.product_alert_id === product_alert_id)
  const remove = () =>
    form.setFieldValue(path, Object.fromEntries(Object.entries(alerts).filter(([key]) => key !== row)))
  const name = kept?.dropshipper_name ?? 'the new alert'
  return (
    <li>
      <div className="mine-alert">
        <Select
          label="Supplier"
          required
          searchable
          placeholder="Choose a supplier"
          data={suppliersFor(view, kept)}
          value={dropshipper_id === null ? null : String(dropshipper_id)}
          onChange={(value) => form.setFieldValue(`${field}.dropshipper_id`, value && Number(value))}
          error={form.errors[`${field}.dropshipper_id`]}
          allowDeselect={false}
          readOnly={Boolean(readOnly)}
        />
        <Select
          label="How often"
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
          aria-label={`Remove the alert of ${name}`}
        >
          Remove
        </Button>
      </div>
      {kept && (
        <div className="mine-acts">
          <Text size="sm" c="dimmed">
            {kept.quiet ?? `${toldText(kept.told_tm)} Next: ${dayText(kept.next_on)}.`}
          </Text>
          <Button
            variant="subtle"
            onClick={() => show(kept.product_alert_id)}
            aria-label={`What changed at ${kept.dropshipper_name}`}
          >
            What changed
          </Button>
        </div>
      )}
    </li>
  )
}

const toldText = (told_tm: string | null) => (told_tm ? `Last mail on ${shortDay(told_tm)}.` : 'No mail yet.')

/** One’s suppliers, and the one that was watched before. */
function suppliersFor(
  { available_dropshippers: all }: AlertsView,
  kept: AlertsView['alerts'][number] | undefined,
) {
  const known = all.some((s) => s.dropshipper_id === kept?.dropshipper_id)
  return [...all, ...(kept && !known ? [kept] : [])].map((s) => ({
    value: String(s.dropshipper_id),
    label: s.dropshipper_name,
  }))
}
