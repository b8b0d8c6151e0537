import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldEvents, type InboxEvent, type Notice } from './fold-events.ts'

const start = Date.parse('2026-03-02T09:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
let eventId = 0
const event = (what: InboxEvent['what'], minutes: number, more: Partial<InboxEvent> = {}): InboxEvent => ({
  event_id: ++eventId,
  tm: at(minutes),
  since_tm: null,
  kind: what === 'point' ? 'feedback' : 'store',
  event_key: 'store:1',
  what,
  severity: 1,
  message: `at ${minutes}`,
  link: null,
  dropshipper_id: null,
  vendor_custom_feed_id: null,
  vendor_id: null,
  ...more,
})
/** Folds events batch by batch, as they come. */
function foldAll(...batches: InboxEvent[][]): Notice[] {
  const notices = new Map<number, Notice>()
  let id = 0
  let last: Notice | undefined
  for (const batch of batches) {
    const { notices: changed } = foldEvents(batch, last, () => ++id)
    for (const notice of changed) notices.set(notice.id, notice)
    const keyed = [...notices.values()].filter(({ event_key }) => event_key !== null)
    last = keyed.toSorted((a, b) => b.id - a.id)[0]
  }
  return [...notices.values()]
}

describe('events of one key', () => {
  test('are one notification, counted', () => {
    expect(foldAll([event('begin', 0), event('begin', 5)], [event('begin', 9)])).toMatchObject([
      { count: 3, began_tm: at(0), last_tm: at(9), ended_tm: null, message: 'at 9' },
    ])
  })
  test('end it, and an end before another beginning in the same batch is no end', () => {
    expect(foldAll([event('begin', 0)], [event('end', 5)])).toMatchObject([
      { ended_tm: at(5), ended_by: 'itself' },
    ])
    expect(foldAll([event('begin', 0)], [event('end', 5), event('begin', 6)])).toMatchObject([
      { ended_tm: null, reopened: 0, count: 2 },
    ])
  })
  test('continue it within half an hour, and begin a new one later', () => {
    expect(foldAll([event('begin', 0)], [event('end', 5)], [event('begin', 35)])).toMatchObject([
      { ended_tm: null, reopened: 1, count: 2 },
    ])
    expect(foldAll([event('begin', 0)], [event('end', 5)], [event('begin', 36)])).toHaveLength(2)
  })
  test('that come and go three times are flapping', () => {
    const turn = (n: number) => [[event('end', n * 20 + 5)], [event('begin', n * 20 + 15)]]
    expect(foldAll([event('begin', 0)], ...turn(0), ...turn(1))).toMatchObject([{ flapping_tm: null }])
    expect(foldAll([event('begin', 0)], ...turn(0), ...turn(1), ...turn(2))).toMatchObject([
      { flapping_tm: at(55), reopened: 3 },
    ])
  })
  test('that come back hours later begin a new one, the third time flapping, which then stays one', () => {
    const turn = (n: number) => [[event('end', n * 600 + 5)], [event('begin', n * 600 + 600)]]
    expect(foldAll([event('begin', 0)], ...turn(0), ...turn(1), ...turn(2), ...turn(3))).toMatchObject([
      { reopened: 0 },
      { reopened: 1, flapping_tm: null },
      { reopened: 2, flapping_tm: null },
      { reopened: 4, flapping_tm: at(1800), ended_tm: null },
    ])
  })
  test('that come back after days are new', () => {
    const away = 72 * 60 + 6
    expect(foldAll([event('begin', 0)], [event('end', 5)], [event('begin', away)])).toMatchObject([
      { reopened: 0 },
      { reopened: 0 },
    ])
  })
  test('that get worse end it and begin another with its count and start', () => {
    expect(foldAll([event('begin', 0)], [event('begin', 9, { severity: 2 })])).toMatchObject([
      { id: 1, severity: 1, ended_by: 'worse' },
      { id: 2, severity: 2, began_tm: at(0), count: 2, previous_id: 1, ended_tm: null },
    ])
  })
  test('that get better stay one', () => {
    expect(foldAll([event('begin', 0, { severity: 2 })], [event('begin', 9)])).toMatchObject([
      { severity: 1, ended_tm: null, count: 2 },
    ])
  })
  test('that were committed late count, and reopen nothing', () => {
    expect(foldAll([event('begin', 0)], [event('end', 20)], [event('begin', 10)])).toMatchObject([
      { count: 2, ended_tm: at(20), reopened: 0 },
    ])
  })
  test('that got worse in a transaction that was committed late end nothing before it began', () => {
    expect(foldAll([event('begin', 10)], [event('begin', 5, { severity: 2 })])).toMatchObject([
      { ended_tm: at(10), ended_by: 'worse' },
      { severity: 2, ended_tm: null },
    ])
  })
  test('an end without a beginning is nothing', () => {
    expect(foldAll([event('end', 0)])).toEqual([])
  })
  test('what happened is over at once, each on its own', () => {
    expect(foldAll([event('point', 0), event('point', 1)])).toMatchObject([
      { ended_by: 'point', event_key: null, count: 1 },
      { ended_by: 'point', event_key: null, count: 1 },
    ])
  })

  test('in any order and in any batches leave at most one open notification and lose no beginning', () => {
    const anyEvent = fc.record({
      what: fc.constantFrom('begin' as const, 'end' as const),
      minutes: fc.nat(600),
      severity: fc.constantFrom(1, 2),
    })
    fc.assert(
      fc.property(fc.array(fc.array(anyEvent, { maxLength: 5 }), { maxLength: 12 }), (batches) => {
        const notices = foldAll(
          ...batches.map((batch) =>
            batch.map(({ what, minutes, severity }) => event(what, minutes, { severity })),
          ),
        )
        expect(notices.filter(({ ended_tm }) => ended_tm === null).length).toBeLessThanOrEqual(1)
        const begun = batches.flat().filter(({ what }) => what === 'begin').length
        // a worse one carries the count of the one before
        const own = notices.filter(({ ended_by }) => ended_by !== 'worse')
        expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(begun)
      }),
    )
  })
})
