import { expect, test } from 'vitest'
import { usualHours } from '#contract/notifications/hours.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { kinds, severityLevel, type NoticeKind } from '#contract/notifications/kinds.ts'
import { Random } from '#server/platform/random.ts'
import { foldEvents, type InboxEvent, type Notice } from './fold-events.ts'
import { planNotice, type Audience } from './rules/plan-notice.ts'

// A month of a service with 400 feeds and 1,500 stores, in minutes from its beginning.
const month = 30 * 1440
const random = new Random(20_261_128)

interface Outage {
  /** Keys of the problems that may report it. */
  keys: readonly string[]
  from: number
  until: number
}
interface Change {
  minute: number
  kind: NoticeKind
  subject: string
  isBegin: boolean
}

const isDown = (outages: readonly Outage[], minute: number) =>
  outages.some(({ from, until }) => from <= minute && minute < until)
let failures = 0

/** What is noticed of something that is tried at intervals: broken after two failures in a row that last. */
function changesOf(
  { kind, subject, every }: { kind: NoticeKind; subject: string; every: number },
  outages: readonly Outage[],
  chance: number,
): Change[] {
  const changes: Change[] = []
  let failedSince: number | undefined
  let inARow = 0
  let isOpen = false
  for (let minute = random.int(0, every - 1); minute < month; minute += every) {
    if (isDown(outages, minute) || random.chance(chance)) {
      failures += 1
      inARow += 1
      failedSince ??= minute
      const lasts = Math.max(minute, failedSince + graceMinutes)
      if (!isOpen && inARow >= 2 && lasts < minute + every) {
        isOpen = true
        changes.push({ minute: lasts, kind, subject, isBegin: true })
      }
    } else {
      if (isOpen) changes.push({ minute, kind, subject, isBegin: false })
      isOpen = false
      inARow = 0
      failedSince = undefined
    }
  }
  return changes
}

function simulate() {
  const outages: Outage[] = []
  const changes: Change[] = []
  const lasts = (kind: NoticeKind, subject: string, from: number, until: number) => {
    changes.push(
      { minute: from, kind, subject, isBegin: true },
      { minute: until, kind, subject, isBegin: false },
    )
    outages.push({ keys: [`${kind}:${subject}`], from, until })
  }
  // two servers of suppliers, with twelve feeds each
  const hosts = [0, 1].map((n) => {
    const from = random.int(0, month - 600)
    return { keys: [`host:${n}`], from, until: from + 360 }
  })
  for (const [n, host] of hosts.entries()) lasts('host', String(n), host.from + 20, host.until)
  for (let feed = 0; feed < 400; feed++) {
    const every = feed % 10 < 2 ? 15 : feed % 10 < 7 ? 60 : 1440
    const own: Outage[] = []
    if (feed % 50 === (feed < 200 ? 1 : 5))
      for (let n = 0; n < 5; n++) {
        const from = n * 6 * 1440 + random.int(0, 720)
        own.push({ keys: [`feed:${feed}`], from, until: from + random.int(2880, 7200) })
      }
    outages.push(...own)
    const host = feed % 400 < 24 ? hosts[feed % 2] : undefined
    const chance = feed % 17 === 3 ? 0.25 : 0.003
    changes.push(
      ...changesOf({ kind: 'feed', subject: String(feed), every }, host ? [...own, host] : own, chance),
    )
  }
  const market = { keys: ['storm:store'], from: 20_000, until: 20_090 }
  for (let store = 0; store < 1500; store++)
    changes.push(
      ...changesOf(
        { kind: 'store', subject: String(store), every: 30 },
        store % 5 === 0 ? [market] : [],
        0.001,
      ),
    )
  outages.push(market)
  for (const from of [5000, 17_000, 31_000]) lasts('no_worker', 'all', from, from + 25)
  lasts('disk', 'worker-1', 25_000, 26_000)
  return { outages, changes: changes.toSorted((a, b) => a.minute - b.minute) }
}

const tmOf = (minute: number) => new Date(minute * 60_000).toISOString()
let lastId = 0
/** Counts changes as the program does, each minute, with larger problems found beside them. */
function notices(changes: readonly Change[]) {
  const all = new Map<number, Notice>()
  const latest = new Map<string, Notice>()
  const parts = new Set<number>()
  const fold = ({ minute, kind, subject, isBegin }: Change) => {
    const key = `${kind}:${subject}`
    const event: InboxEvent = {
      event_id: 0,
      tm: tmOf(minute),
      since_tm: null,
      kind,
      event_key: key,
      what: isBegin ? 'begin' : 'end',
      severity: severityLevel(kinds[kind].severity),
      message: key,
      link: null,
      dropshipper_id: null,
      vendor_custom_feed_id: null,
      vendor_id: null,
    }
    const folded = foldEvents([event], latest.get(key), () => ++lastId)
    for (const notice of folded.notices) {
      all.set(notice.id, notice)
      latest.set(key, notice)
    }
  }
  const openOf = (kind: NoticeKind) =>
    [...latest.values()].filter((notice) => notice.kind === kind && notice.ended_tm === null)
  const isOpen = (key: string) => latest.get(key)?.ended_tm === null
  for (const [minute, ofMinute] of Map.groupBy(changes, (change) => Math.ceil(change.minute))) {
    for (const change of ofMinute) fold({ ...change, minute })
    for (const kind of ['feed', 'store'] as const) {
      const open = openOf(kind)
      const recent = open.filter(({ last_tm }) => Date.parse(last_tm) > (minute - 5) * 60_000)
      const isStorm = isOpen(`storm:${kind}`)
      if (!isStorm && recent.length > 5) fold({ minute, kind: 'storm', subject: kind, isBegin: true })
      if (isStorm && open.length <= 5) fold({ minute, kind: 'storm', subject: kind, isBegin: false })
      if (isOpen(`storm:${kind}`)) for (const { id } of recent) parts.add(id)
    }
    for (const notice of openOf('feed')) {
      const feed = Number(notice.event_key!.split(':')[1])
      if (feed < 24 && isOpen(`host:${feed % 2}`)) parts.add(notice.id)
    }
  }
  return { all: [...all.values()], parts }
}

const audience: Audience = {
  people: new Map([
    [
      1,
      {
        login_id: 1,
        role: 'support',
        hours: { ...usualHours, quiet_from: '00:00', quiet_until: '00:00', work_days: [1, 2, 3, 4, 5, 6, 7] },
      },
    ],
  ]),
  rules: [
    {
      notice_rule_id: 1,
      owner_login_id: null,
      categories: [],
      min_severity: 0,
      scope: 'all',
      scope_ids: [],
      target: 'person',
      to_login_id: 1,
      to_role: null,
      to_endpoint_id: null,
      at_once: true,
    },
  ],
  turns: [],
  silences: [],
}

test('of a month with thousands of failed attempts a week, at most 100 messages a week are sent, and no outage is missed', () => {
  const { outages, changes } = simulate()
  const { all, parts } = notices(changes)
  const ms = (tm: string | null) => (tm === null ? null : Date.parse(tm))
  const sent = all
    .flatMap((notice) =>
      planNotice(
        {
          ...notice,
          insert_tm: Date.parse(notice.began_tm),
          ended_tm: ms(notice.ended_tm),
          last_tm: Date.parse(notice.last_tm),
          flapping_tm: ms(notice.flapping_tm),
          taken_tm: null,
          manager_login_id: null,
          has_parent: parts.has(notice.id),
        },
        audience,
        month * 60_000,
      ).map((delivery) => ({ ...delivery, key: notice.event_key! })),
    )
    .filter(({ dropped }) => dropped === null)
  const weeks = 30 / 7
  expect(failures / weeks).toBeGreaterThan(4000)
  expect(sent.length / weeks).toBeLessThan(100)
  const isHeard = ({ keys, from, until }: Outage) =>
    sent.some(
      ({ key, due_tm }) => keys.includes(key) && due_tm >= from * 60_000 && due_tm <= (until + 30) * 60_000,
    ) ||
    // a flapping feed was reported before, and still is
    all.some((notice) => keys.includes(notice.event_key!) && notice.flapping_tm !== null)
  expect(outages.length).toBeGreaterThan(40)
  expect(outages.filter((outage) => !isHeard(outage))).toEqual([])
})
