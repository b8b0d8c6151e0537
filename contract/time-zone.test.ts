import { expect, test } from 'vitest'
import { timeZone } from './time-zone.ts'

test.each(['UTC', 'America/New_York', 'Asia/Calcutta', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])(
  '%s is a time zone',
  (zone) => expect(timeZone.safeParse(zone).success).toBe(true),
)

// Intl takes these, PostgreSQL or Temporal read them otherwise or not at all
test.each(['+05:30', '−05:00', '+0530', '', 'Mars/Olympus'])('“%s” is none', (zone) =>
  expect(timeZone.safeParse(zone).success).toBe(false),
)
