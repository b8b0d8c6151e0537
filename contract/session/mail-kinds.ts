/**
 * The mails that one can do without, each by itself, and what a person calls them (docs/domain.md, Mails). All
 * others (billing, passwords, verification) are about one's own account and have no unsubscribing.
 */
const mailKinds = {
  daily_updates: 'daily updates',
  product_alerts: 'product alerts',
  supplier_incidents: 'news of your suppliers’ state',
  notifications: 'notifications',
} as const
export type MailKind = keyof typeof mailKinds
/** What a person calls the mails of a kind, also of one that is no more. */
export const mailsOf = (kind: string): string => (mailKinds as Record<string, string>)[kind] ?? 'these mails'
