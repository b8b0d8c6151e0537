import { samples as account } from './areas/account/letters.ts'
import { samples as incidents } from './areas/incidents/letters.ts'
import { samples as notifications } from './areas/notifications/letters.ts'
import { samples as payments } from './areas/payments/letters.ts'
import { samples as reports } from './areas/reports/letters.ts'
import { samples as session } from './areas/session/letters.ts'
import { samples as staff } from './areas/staff/letters.ts'
import { samples as stores } from './areas/stores/letters.ts'
import { samples as subscriptions } from './areas/subscriptions/letters.ts'
import type { Content } from './platform/mail/letter.ts'

/** An example of every kind of mail (docs/domain/emails.md, Emails). */
export const letterSamples: Readonly<Record<string, Content>> = {
  ...account,
  ...incidents,
  ...notifications,
  ...session,
  ...payments,
  ...reports,
  ...staff,
  ...stores,
  ...subscriptions,
}
