import { emailFaults, type NotificationEmail } from '#contract/account/notification-emails.ts'
import type { Account } from '#contract/session/account.ts'

export type AccountDetails = Account & { version: number }
export interface DetailsForm {
  contact: Omit<Account['contact'], 'daily_update_notifications'>
  daily: boolean
  notifications: NotificationEmail[]
}

export const toForm = ({ contact, notifications }: AccountDetails): DetailsForm => {
  const { daily_update_notifications, ...rest } = contact
  return { contact: rest, daily: daily_update_notifications === 1, notifications }
}
export const toBody = ({ contact, daily, notifications }: DetailsForm, version: number) => ({
  contact: { ...contact, daily_update_notifications: daily ? (1 as const) : (0 as const) },
  notifications,
  version,
})

/** The same faults that the server would find. */
export const validate = ({ contact, notifications }: DetailsForm): Record<string, string> => ({
  ...(contact.company.trim() === '' && { 'contact.company': 'Enter your company name' }),
  ...Object.fromEntries(
    Object.entries(
      emailFaults(
        notifications.map((notification) => ({ ...notification, email: notification.email.trim() })),
      ),
    ).map(([path, fault]) => [`notifications.${path}`, fault]),
  ),
})
export const newEmail: NotificationEmail = { email: '', billing: true, updates: true, deleted: false }
