import { expect, test } from 'vitest'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { showAll, shownAfter, steadyRows } from './steady-rows.ts'

const tm = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()
const row = (id: number, change: Partial<SystemMessage> = {}): SystemMessage => ({
  id,
  insert_tm: tm(id),
  kind: 'store',
  category: 'store',
  severity: 1,
  message: `Store ${id}`,
  link: null,
  dropshipper_id: null,
  vendor_custom_feed_id: null,
  vendor_id: null,
  unread: true,
  count: 1,
  began_tm: tm(id),
  last_tm: tm(id),
  ended_tm: null,
  flapping: false,
  taken_by_name: null,
  taken_tm: null,
  snoozed_until: null,
  jira_ticket: null,
  jira_url: null,
  parent_id: null,
  parts: 0,
  dismissed: false,
  dismissed_reason: null,
  dismissed_by_name: null,
  version: 1,
  ...change,
})
const loaded = (rows: SystemMessage[], { view = 'a', pages = 1 } = {}) => ({ view, pages, rows })
const first = loaded([row(3), row(2), row(1, { severity: 2 })])
const ids = (rows: readonly SystemMessage[]) => rows.map(({ id }) => id)

test('a list shows the worst first, and the same rows as they are now in the same order', () => {
  const shown = showAll(first)
  expect(ids(steadyRows(shown, first.rows).rows)).toEqual([1, 2, 3])
  const later = [row(3), row(2), row(1, { ended_tm: tm(9), version: 2 })]
  const { rows } = steadyRows(shownAfter(shown, loaded(later)), later)
  expect(ids(rows)).toEqual([1, 2, 3])
  expect(rows[0]).toMatchObject({ ended_tm: tm(9) })
})

test('what is new is held back and counted until it is asked for', () => {
  const shown = showAll(first)
  const later = loaded([row(5, { severity: 2 }), row(4), ...first.rows])
  expect(steadyRows(shownAfter(shown, later), later.rows)).toMatchObject({
    rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
    held: 2,
  })
  expect(ids(steadyRows(showAll(later), later.rows).rows)).toEqual([1, 5, 2, 3, 4])
})

test('an older page adds to what is shown, and new ones stay back', () => {
  const shown = showAll(first)
  const later = loaded([row(4), ...first.rows, row(0, { severity: 2 })], { pages: 2 })
  const after = shownAfter(shown, later)
  expect(steadyRows(after, later.rows)).toMatchObject({
    rows: [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }],
    held: 1,
  })
  expect(shownAfter(after, later)).toBe(after)
})

test('an older one that is active again comes last', () => {
  const shown = showAll(first)
  const later = [...first.rows, row(0, { severity: 2 })]
  expect(ids(steadyRows(shownAfter(shown, loaded(later)), later).rows)).toEqual([1, 2, 3, 0])
})

test('other filters and an empty list show everything', () => {
  const shown = showAll(first)
  const other = loaded([row(9)], { view: 'b' })
  expect(steadyRows(shownAfter(shown, other), other.rows)).toMatchObject({ rows: [{ id: 9 }], held: 0 })
  const replaced = loaded([row(9)])
  expect(steadyRows(shownAfter(shown, replaced), replaced.rows)).toMatchObject({ rows: [{ id: 9 }], held: 0 })
  const empty = showAll(loaded([]))
  expect(shownAfter(empty, loaded([]))).toBe(empty)
  expect(steadyRows(shownAfter(empty, replaced), replaced.rows).held).toBe(0)
})

test('a row that is gone leaves the others where they are', () => {
  const shown = showAll(first)
  const later = loaded([row(3), row(1, { severity: 2 })])
  expect(ids(steadyRows(shownAfter(shown, later), later.rows).rows)).toEqual([1, 3])
})

test('the parts of a larger problem stand below it', () => {
  const rows = [row(5, { parent_id: 2 }), row(4, { severity: 2 }), row(3, { parent_id: 2 }), row(2), row(1)]
  expect(showAll(loaded(rows)).ids).toEqual([4, 1, 2, 3, 5])
})
