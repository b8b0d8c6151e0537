import { kinds, type NoticeKind } from '#contract/notifications/kinds.ts'

/** An event of the inbox. */
export interface InboxEvent {
  event_id: number
  tm: string
  since_tm: string | null
  kind: NoticeKind
  event_key: string
  what: 'begin' | 'end' | 'point'
  severity: number
  message: string
  link: string | null
  dropshipper_id: number | null
  vendor_custom_feed_id: number | null
  vendor_id: number | null
}
/** What folding decides of a notification; people decide the rest. */
export interface Notice {
  id: number
  kind: NoticeKind
  event_key: string | null
  severity: number
  message: string
  link: string | null
  dropshipper_id: number | null
  vendor_custom_feed_id: number | null
  vendor_id: number | null
  count: number
  began_tm: string
  last_tm: string
  ended_tm: string | null
  ended_by: 'itself' | 'worse' | 'point' | null
  reopened: number
  flapping_tm: string | null
  previous_id: number | null
}
interface Folded {
  /** New and changed notifications. */
  notices: Notice[]
  /** The notification that each event belongs to; an end without a beginning belongs to none. */
  counted: { event_id: number; system_message_id: number }[]
}

/** A problem that came back this often comes and goes. */
export const flappingTimes = 3
/** A return counts for that within this time after the end; a problem that comes and goes is over only then. */
export const steadyHours = 72
const steadyMs = steadyHours * 3_600_000

/**
 * Counts the events of one key, in their order.
 * @param last the key's newest notification, open or ended
 * @param nextId gives the id of a new notification
 */
export function foldEvents(
  events: readonly InboxEvent[],
  last: Notice | undefined,
  nextId: () => number,
): Folded {
  const notices = new Map<number, Notice>()
  const counted: Folded['counted'] = []
  let current = last
  const keep = (notice: Notice) => {
    current = notice
    notices.set(notice.id, notice)
  }
  for (const [index, event] of events.entries()) {
    // an end right before another beginning is no end
    if (event.what === 'end' && events.slice(index + 1).some(({ what }) => what === 'begin')) continue
    const open = current?.ended_tm === null ? current : undefined
    if (event.what === 'point') keep(pointOf(event, nextId()))
    else if (event.what === 'end') {
      if (!open || isBefore(event.tm, open.last_tm)) continue
      keep({ ...open, ended_tm: event.tm, ended_by: 'itself' })
    } else if (open && event.severity > open.severity) {
      notices.set(open.id, { ...open, ended_tm: later(open.last_tm, event.tm), ended_by: 'worse' })
      keep({
        ...beginning(event, nextId()),
        began_tm: open.began_tm,
        count: open.count + 1,
        previous_id: open.id,
      })
    } else if (open) keep(again(open, event))
    else if (current && mayContinue(current, event)) keep(reopen(current, event))
    else keep(returning(current, event, nextId()))
    counted.push({ event_id: event.event_id, system_message_id: current!.id })
  }
  return { notices: [...notices.values()], counted }
}

const isBefore = (a: string, b: string) => Date.parse(a) < Date.parse(b)
const later = (a: string, b: string) => (isBefore(a, b) ? b : a)

const subjectOf = ({ dropshipper_id, vendor_custom_feed_id, vendor_id }: InboxEvent) => ({
  dropshipper_id,
  vendor_custom_feed_id,
  vendor_id,
})

function beginning(event: InboxEvent, id: number): Notice {
  const { kind, event_key, severity, message, link, tm, since_tm } = event
  return {
    id,
    kind,
    event_key,
    severity,
    message,
    link,
    ...subjectOf(event),
    count: 1,
    began_tm: since_tm ?? tm,
    last_tm: tm,
    ended_tm: null,
    ended_by: null,
    reopened: 0,
    flapping_tm: null,
    previous_id: null,
  }
}
/** It happened and is over; a key would let a second one count as the same. */
const pointOf = (event: InboxEvent, id: number): Notice => ({
  ...beginning(event, id),
  event_key: null,
  ended_tm: event.tm,
  ended_by: 'point',
})

const again = (open: Notice, event: InboxEvent): Notice => ({
  ...open,
  severity: event.severity,
  message: event.message,
  link: event.link,
  count: open.count + 1,
  last_tm: later(open.last_tm, event.tm),
})

/** Whether a problem that ended is this one: it came back soon, or the event was written before it ended. */
function mayContinue(
  { kind, ended_tm, ended_by, severity, flapping_tm }: Notice,
  event: InboxEvent,
): boolean {
  if (ended_tm === null || ended_by !== 'itself' || event.severity > severity) return false
  const window = flapping_tm === null ? kinds[kind].reopenMinutes * 60_000 : steadyMs
  return Date.parse(event.tm) <= Date.parse(ended_tm) + window
}
/** A new notification, which knows how often its problem came back lately. */
function returning(last: Notice | undefined, event: InboxEvent, id: number): Notice {
  const fresh = beginning(event, id)
  if (!last?.ended_tm || last.ended_by !== 'itself') return fresh
  if (Date.parse(event.tm) > Date.parse(last.ended_tm) + steadyMs) return fresh
  return { ...fresh, ...returnOf(last, event) }
}
const returnOf = ({ reopened, flapping_tm }: Notice, event: InboxEvent) => ({
  reopened: reopened + 1,
  flapping_tm: flapping_tm ?? (reopened + 1 >= flappingTimes ? event.tm : null),
})
function reopen(ended: Notice, event: InboxEvent): Notice {
  // a transaction that was committed late: the problem is over nonetheless
  if (ended.ended_tm !== null && isBefore(event.tm, ended.ended_tm))
    return { ...ended, count: ended.count + 1 }
  return { ...again(ended, event), ended_tm: null, ended_by: null, ...returnOf(ended, event) }
}
