import { kinds, severityLevel, type NoticeKind, type Severity } from '#contract/notifications/kinds.ts'
import type { Tx } from './database/db.ts'

interface NoticeEvent {
  kind: NoticeKind
  /** What it is about; with the kind it is the problem's key. Without it, each event is a problem of its own. */
  subject?: number | string
  message: string
  link?: string | null
  /** Undefined: the kind's. */
  severity?: Severity
  dropshipper_id?: number | null
  vendor_custom_feed_id?: number | null
  vendor_id?: number | null
}

export const eventKey = (kind: NoticeKind, subject: number | string) => `${kind}:${subject}`

/**
 * Reports problems that began or things that happened. Only appends: whoever reports waits for no one, and the
 * notification appears a moment later (server/areas/notifications/fold-events.ts).
 */
export async function raise(tx: Tx, ...events: NoticeEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('notice_inbox')
    .values(
      events.map(({ kind, subject, message, severity = kinds[kind].severity, ...about }) => ({
        kind,
        event_key: eventKey(kind, subject ?? ''),
        what: kinds[kind].point ? 'point' : 'begin',
        severity: severityLevel(severity),
        message: message.slice(0, longestMessage).toWellFormed(),
        ...about,
      })),
    )
    .execute()
}

/** Reports that a problem is over before the next look finds out. */
export async function reportEnd(tx: Tx, kind: NoticeKind, subject: number | string): Promise<void> {
  await tx
    .insertInto('notice_inbox')
    .values({ kind, event_key: eventKey(kind, subject), what: 'end', severity: 0, message: '' })
    .execute()
}

const longestMessage = 1000
