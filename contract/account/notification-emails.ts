import { isEmail } from '../formats.ts'
import { messages } from '../messages.ts'

export interface NotificationEmail {
  email: string
  billing: boolean
  updates: boolean
  deleted: boolean
}
export const mostNotificationEmails = 5
export const tooManyEmails = `At most ${mostNotificationEmails} email addresses get notifications`

/** Those that stay. */
export const keptEmails = (all: readonly NotificationEmail[]) => all.filter((one) => !one.deleted)

function faultOf(one: NotificationEmail, before: readonly NotificationEmail[]): string | undefined {
  if (one.email === '') return messages.notificationEmailNeeded
  if (!isEmail(one.email)) return messages.notificationEmailWrong
  if (!one.billing && !one.updates) return messages.notificationKindNeeded
  const same = (other: NotificationEmail) => other.email.toLowerCase() === one.email.toLowerCase()
  return keptEmails(before).some(same) ? messages.notificationEmailTwice : undefined
}

/** What is wrong with a list of notification emails, by `0.email`. */
export function emailFaults(all: readonly NotificationEmail[]): Record<string, string> {
  const faults = all.flatMap((one, i) => {
    const fault = one.deleted ? undefined : faultOf(one, all.slice(0, i))
    return fault ? [[`${i}.email`, fault] as const] : []
  })
  return Object.fromEntries(faults)
}
