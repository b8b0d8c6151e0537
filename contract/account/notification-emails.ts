import { isEmail } from '../formats.ts'
import { messages } from '../messages.ts'

export interface NotificationEmail {
  email: string
  billing: boolean
  updates: boolean
  deleted: boolean
}
export const mostNotificationEmails = 5
export const tooManyEmails = `You can add up to ${mostNotificationEmails} email addresses`

/** The emails that aren't deleted. */
export const keptEmails = (all: readonly NotificationEmail[]) => all.filter((entry) => !entry.deleted)

function faultOf(entry: NotificationEmail, before: readonly NotificationEmail[]): string | undefined {
  if (entry.email === '') return messages.notificationEmailNeeded
  if (!isEmail(entry.email)) return messages.notificationEmailWrong
  if (!entry.billing && !entry.updates) return messages.notificationKindNeeded
  const hasSameAddress = (otherEntry: NotificationEmail) =>
    otherEntry.email.toLowerCase() === entry.email.toLowerCase()
  return keptEmails(before).some(hasSameAddress) ? messages.notificationEmailTwice : undefined
}

/** What is wrong with a list of notification emails, by `0.email`. */
export function emailFaults(all: readonly NotificationEmail[]): Record<string, string> {
  const faults = all.flatMap((entry, i) => {
    const fault = entry.deleted ? undefined : faultOf(entry, all.slice(0, i))
    return fault ? [[`${i}.email`, fault] as const] : []
  })
  return Object.fromEntries(faults)
}
