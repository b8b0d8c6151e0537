/**
 * The kinds of optional mail and their names (docs/domain/emails.md, Kinds). All other mail (billing, passwords,
 * verification) is about the reader's own account and can't be unsubscribed from.
 */
const mailKinds = {
  daily_updates: 'daily updates',
  product_alerts: 'product alerts',
  supplier_incidents: 'emails about supplier problems',
  notifications: 'notifications',
  report_emails: 'report emails',
} as const
export type MailKind = keyof typeof mailKinds
/** The name of a kind of mail, including kinds that no longer exist. */
export const mailsOf = (kind: string): string => (mailKinds as Record<string, string>)[kind] ?? 'these emails'
