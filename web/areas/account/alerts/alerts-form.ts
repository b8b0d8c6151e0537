import type { Input } from '#contract/index.ts'
import {
  alertEmailTwice,
  alertNeeded,
  alertTwice,
  usualFrequency,
  type AlertsView,
} from '#contract/account/product-alerts.ts'
import { isEmail } from '#contract/formats.ts'

interface AlertRow {
  /** null: the save adds it. */
  product_alert_id: number | null
  dropshipper_id: number | null
  alert_frequency_id: number
}
interface EmailForm {
  email: string
  alerts: Record<string, AlertRow>
}
/** Keyed so that keys stay while emails and alerts come and go. */
export interface AlertsForm {
  emails: Record<string, EmailForm>
}

export const newAlert: AlertRow = {
  product_alert_id: null,
  dropshipper_id: null,
  alert_frequency_id: usualFrequency,
}

/** An email's card is keyed by its first alert, a key that no address can break. */
const keyOf = ({ alerts }: AlertsView, email: string) => {
  const alertsOfEmail = alerts.filter((alert) => alert.email.toLowerCase() === email.toLowerCase())
  return `email_${Math.min(...alertsOfEmail.map(({ product_alert_id }) => product_alert_id))}`
}

export function toForm(view: AlertsView): AlertsForm {
  const emails: AlertsForm['emails'] = {}
  for (const { product_alert_id, email, dropshipper_id, alert_frequency_id } of view.alerts) {
    const card = (emails[keyOf(view, email)] ??= { email, alerts: {} })
    card.alerts[`alert_${product_alert_id}`] = { product_alert_id, dropshipper_id, alert_frequency_id }
  }
  return { emails }
}

/** What is wrong with the form, by the field's name. */
export function validate({ emails }: AlertsForm): Record<string, string> {
  const faults: Record<string, string> = {}
  const addresses = new Set<string>()
  for (const [key, { email, alerts }] of Object.entries(emails)) {
    const address = email.trim().toLowerCase()
    if (address === '') faults[`emails.${key}.email`] = 'You need to enter an email address'
    else if (!isEmail(address)) faults[`emails.${key}.email`] = 'This is not a valid email address'
    else if (addresses.has(address)) faults[`emails.${key}.email`] = alertEmailTwice
    else if (Object.keys(alerts).length === 0) faults[`emails.${key}.email`] = alertNeeded
    addresses.add(address)
    const suppliers = new Set<number>()
    for (const [rowKey, { dropshipper_id }] of Object.entries(alerts)) {
      const field = `emails.${key}.alerts.${rowKey}.dropshipper_id`
      if (dropshipper_id === null) faults[field] = 'Choose a supplier'
      else if (suppliers.has(dropshipper_id)) faults[field] = alertTwice
      else suppliers.add(dropshipper_id)
    }
  }
  return faults
}

/** The form's rows in the order in which they are sent, each with its place. */
const rowsOf = ({ emails }: AlertsForm) =>
  Object.entries(emails).flatMap(([key, { email, alerts }]) =>
    Object.entries(alerts).map(([rowKey, row]) => ({
      path: `emails.${key}`,
      at: `alerts.${rowKey}`,
      email,
      row,
    })),
  )

/** Alerts that are no longer in the form are deleted. */
export function toBody(view: AlertsView, values: AlertsForm): Input<'saveProductAlerts'>['body'] {
  const rows = rowsOf(values)
  const keptIds = new Set(rows.map(({ row }) => row.product_alert_id))
  return [
    ...rows.map(({ email, row: { product_alert_id, dropshipper_id, alert_frequency_id } }) => ({
      ...(product_alert_id !== null && { product_alert_id }),
      email,
      dropshipper_id: dropshipper_id ?? 0,
      alert_frequency_id,
    })),
    ...view.alerts
      .filter(({ product_alert_id }) => !keptIds.has(product_alert_id))
      .map(({ product_alert_id, email, dropshipper_id }) => ({
        product_alert_id,
        email,
        dropshipper_id,
        deleted: true,
      })),
  ]
}

/** The server names alerts by their place in the list; the form has each email once. */
export function toFormErrors(fields: Record<string, string>, values: AlertsForm): Record<string, string> {
  const rows = rowsOf(values)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      const [place, field] = name.split('.')
      const row = rows[Number(place)]
      if (!row || field === undefined) return []
      return [[field === 'email' ? `${row.path}.email` : `${row.path}.${row.at}.${field}`, message]]
    }),
  )
}

/** The names of the fields in a conflict. */
export function labelsOf(view: AlertsView): Record<string, string> {
  return Object.fromEntries(
    view.alerts.flatMap(({ email, product_alert_id, dropshipper_name }) => {
      const key = `emails.${keyOf(view, email)}`
      const path = `${key}.alerts.alert_${product_alert_id}`
      return [
        [`${key}.email`, email],
        [`${path}.dropshipper_id`, `${email}: ${dropshipper_name}`],
        [`${path}.alert_frequency_id`, `${email}: ${dropshipper_name}, frequency`],
      ]
    }),
  )
}
