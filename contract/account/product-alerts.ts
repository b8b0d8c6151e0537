import { z } from 'zod'
import { count, email, fromText, id } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

/** By `alert_frequency_id` from 1 on. */
export const alertFrequencies = { 1: 'Daily', 2: 'Weekly', 3: 'Monthly' } as const
export type AlertFrequency = keyof typeof alertFrequencies
export const usualFrequency = 2
export const mostAlertEmails = 5
/** The maximum for one email. */
export const mostAlertsOfEmail = 100
const mostAlerts = mostAlertEmails * mostAlertsOfEmail

export const alertTwice = 'This email already has an alert for this supplier'
export const alertNeeded = 'Choose at least one supplier for this email, or remove the email'
export const alertEmailTwice = 'This email address is being used more than once!'
export const alertsUnchanged = "You haven't made any changes to your product alerts!"
export const tooManyAlertEmails = `You can add up to ${mostAlertEmails} email addresses`
export const tooManyAlerts = `You can add up to ${mostAlertsOfEmail} suppliers per email`

/** A row of the form; without an id it is a new alert. */
const typedAlert = z.object({
  product_alert_id: id.optional(),
  email,
  dropshipper_id: id,
  alert_frequency_id: count(1, 3, 'Choose a frequency').default(usualFrequency),
  deleted: z.boolean().default(false),
})
export type TypedAlert = z.output<typeof typedAlert>

/** What is wrong with the alerts together, by position; deleted ones don't count. */
export function alertFaults(
  alerts: readonly Pick<TypedAlert, 'email' | 'dropshipper_id' | 'deleted'>[],
): Record<string, string> {
  const faults: Record<string, string> = {}
  const suppliersByEmail = new Map<string, Set<number>>()
  alerts.forEach((alert, i) => {
    if (alert.deleted) return
    const key = alert.email.trim().toLowerCase()
    const suppliers = suppliersByEmail.get(key) ?? new Set()
    suppliersByEmail.set(key, suppliers)
    if (suppliers.has(alert.dropshipper_id)) faults[`${i}.dropshipper_id`] = alertTwice
    else if (suppliers.size >= mostAlertsOfEmail) faults[`${i}.dropshipper_id`] = tooManyAlerts
    else if (suppliersByEmail.size > mostAlertEmails) faults[`${i}.email`] = tooManyAlertEmails
    suppliers.add(alert.dropshipper_id)
  })
  return faults
}

const alert = z.object({
  product_alert_id: z.number(),
  email: z.string(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  alert_frequency_id: z.number(),
  deleted: z.boolean(),
  next_on: z.string().describe('the day of the next check for changes'),
  told_tm: moment.nullable().describe('when this alert was last emailed'),
  quiet: z.string().nullable().describe('why no emails are sent now'),
})
export type ProductAlert = z.output<typeof alert>
const alertsView = z.object({
  version: z.number(),
  alerts: z.array(alert),
  available_dropshippers: z.array(z.object({ dropshipper_id: z.number(), dropshipper_name: z.string() })),
})
export type AlertsView = z.output<typeof alertsView>

export const changeKinds = ['added', 'gone', 'price', 'back'] as const
/** What has changed in a supplier’s catalog since some moment. */
const supplierChanges = z.object({
  counts: z.object({ added: z.number(), gone: z.number(), price: z.number(), back: z.number() }),
  taken_back: z.boolean().describe('changes in an earlier email were reversed'),
  examples: z.array(
    z.object({
      kind: z.enum(changeKinds),
      sku: z.string(),
      title: z.string().nullable(),
      quantity: z.number(),
      was_price: z.string().nullable(),
      was_currency: z.string().nullable(),
      price: z.string().nullable(),
      currency: z.string().nullable(),
    }),
  ),
})
export type SupplierChanges = z.output<typeof supplierChanges>

export const productAlertOperations = {
  listProductAlerts: get('/api/account/product-alerts', 'List your product alerts by email and supplier', {
    access: 'account',
    answer: alertsView,
    refuses: ['conflict'],
  }),
  saveProductAlerts: post(
    '/api/account/product-alerts',
    'Update product alerts. Alerts without an ID are added; alerts not in the list are unchanged',
    {
      access: 'account',
      query: z.object({ version: fromText.count(0, Number.MAX_SAFE_INTEGER).optional() }),
      record: [{ read: 'listProductAlerts', from: 'alerts' }],
      body: z.array(typedAlert).min(1, alertsUnchanged).max(mostAlerts),
      answer: z.object({ ids: z.array(z.number()) }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  getProductAlert: get(
    '/api/account/product-alerts/{id}',
    'Get a product alert with the changes since its last email',
    {
      access: 'account',
      answer: alert.extend({ changes: supplierChanges, since_tm: moment }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
