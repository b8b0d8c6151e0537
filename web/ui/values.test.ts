import { MantineProvider } from '@mantine/core'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import {
  age,
  agoText,
  dayAfter,
  dayOf,
  dayText,
  duration,
  exactTime,
  secondsOf,
  shortTime,
  secondsSince,
  zoneName,
} from './time.ts'
import {
  Ago,
  count,
  daysSuffix,
  Email,
  fileSize,
  many,
  Moment,
  roughPercent,
  signedCount,
  limitPercent,
  decimalText,
  movedPercent,
  percent,
} from './values.tsx'
import { setTimeZone } from './zone.ts'

test.each([
  [-3, '0 ms'],
  [0, '0 ms'],
  [0.0004, '0 ms'],
  [0.25, '250 ms'],
  [0.9996, '1.0 s'],
  [1, '1.0 s'],
  [9.94, '9.9 s'],
  [9.95, '10 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.5, '1 min'],
  [59.6, '1 min'],
  [60, '1 min'],
  [119, '1 min'],
  [3600, '1 h'],
  [3661, '1 h 1 min'],
  [86_400, '1 d'],
  [90_061, '1 d 1 h 1 min'],
])('a duration of %d seconds reads %s', (seconds, text) => expect(duration(seconds)).toBe(text))

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [3569, '59 min'],
  [3599, '1 h'],
  [71.4 * 3600, '71 h'],
  [71.9 * 3600, '71 h'],
  [95.9 * 3600, '95 h'],
  [96 * 3600, '4 days'],
  [10 * 86_400, '10 days'],
])('an age of %d seconds reads %s', (seconds, text) => expect(age(seconds)).toBe(text))

test('a time today shows without its date, any other time with it', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (...parts: [number, number, number, number, number]) =>
    shortTime(new Date(...parts).toISOString(), now).replace(/\s/g, ' ')
  expect([
    at(2026, 10, 21, 0, 5),
    at(2026, 10, 21, 12, 0),
    at(2026, 10, 20, 23, 59),
    at(2025, 10, 21, 14, 10),
  ]).toEqual(['12:05 am', '12:00 pm', '11/20/26 11:59 pm', '11/21/25 2:10 pm'])
})

test('secondsSince counts up to the given time', () => {
  expect(secondsSince('2026-11-21T00:00:00Z', Date.parse('2026-11-21T00:01:30Z'))).toBe(90)
})

test('counts have separators, a sign and the right plural', () => {
  expect([count(0), count(2014), signedCount(0), signedCount(1200), signedCount(-1200)]).toEqual([
    '0',
    '2,014',
    '0',
    '+1,200',
    '−1,200',
  ])
  expect([many(0, 'product'), many(1, 'product'), many(2, 'product'), many(2014, 'product')]).toEqual([
    '0 products',
    '1 product',
    '2 products',
    '2,014 products',
  ])
  expect([daysSuffix(1), daysSuffix('1'), daysSuffix(0), daysSuffix(2), daysSuffix('')]).toEqual([
    ' day',
    ' day',
    ' days',
    ' days',
    ' days',
  ])
})

test.each([
  [0, '0.0 kB'],
  [512, '0.5 kB'],
  [1024 * 1023, '1023.0 kB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1024 ** 2, '1.0 MB'],
  [1023.95 * 1024, '1.0 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [1024 ** 4, '1.0 TB'],
  [1024 ** 5, '1.0 PB'],
  [1024 ** 6, '1.0 EB'],
  [1024 ** 7, '1.0 ZB'],
  [1024 ** 8, '1.0 YB'],
  [1024 ** 9, '1024.0 YB'],
])('%d bytes reads %s', (bytes, text) => expect(fileSize(bytes)).toBe(text))

test.each([
  [55, '55.0%', '+55.0%'],
  [-55.2, '−55.2%', '−55.2%'],
  [0, '0.0%', '0.0%'],
  [-0.04, '0.0%', '0.0%'],
  [0.049, '0.0%', '0.0%'],
])('a share of %d reads %s, and as a change %s', (n, text, moved) => {
  expect([percent(n), movedPercent(n)]).toEqual([text, moved])
})
test('a limit shows as many decimals as were set', () =>
  expect([15, 12.5].map(limitPercent)).toEqual(['15%', '12.5%']))
test.each([
  ['8.5000', '8.50'],
  ['500.00', '500.00'],
  ['0.1250', '0.125'],
  ['7', '7'],
])('the decimal %s reads %s', (value, text) => expect(decimalText(value)).toBe(text))

test('an exact time includes seconds and the time zone', () => {
  expect(exactTime('2026-06-15T12:10:05Z')).toMatch(/^6\/1[456]\/26 \d+:\d\d:05\s[ap]m \S+$/)
})

test.each([
  ['2026-11-02', '11/2/26'],
  ['2026-01-31', '1/31/26'],
  ['soon', 'soon'],
  ['since 2026-11-02', 'since 2026-11-02'],
  ['2026-11-02T10:00', '2026-11-02T10:00'],
])('the day %s reads %s', (day, text) => expect(dayText(day)).toBe(text))

const shown = (node: ReactNode) =>
  renderToStaticMarkup(createElement(MantineProvider, { env: 'test' }, node)).replace(
    /<style.*?<\/style>/gs,
    '',
  )

test('a future time says how soon it is, and one a few seconds ahead reads now', () => {
  expect([-3300, -30, 0, 90].map(agoText)).toEqual(['in 55 min', 'now', 'now', '2 min ago'])
})

test('a time shows as its age or its date, and a missing one as a dash', () => {
  const tm = new Date(Date.now() - 31 * 3_600_000).toISOString()
  for (const [of, text] of [
    [Ago, '31 h ago'],
    [Moment, shortTime(tm)],
  ] as const)
    expect(shown(createElement(of, { tm }))).toMatch(new RegExp(`^<time dateTime="${tm}".*>${text}</time>$`))
  expect([Ago, Moment].map((of) => shown(createElement(of, { tm: null })))).toEqual(['—', '—'])
})

test('a time less than a minute ahead reads now', () => {
  const tm = new Date(Date.now() + 59_000).toISOString()
  expect(shown(createElement(Ago, { tm }))).toMatch(/>now<\/time>$/)
})

test.each([
  ['ann@shop.example', 'ann<wbr/>@shop.example'],
  ['"a@b"@shop.example', '&quot;a@b&quot;<wbr/>@shop.example'],
  ['nobody', '<wbr/>nobody'],
])('the email %s can wrap before its domain', (of, text) =>
  expect(shown(createElement(Email, { address: of }))).toBe(text),
)

test('a small share never rounds down to 0%', () => {
  expect([0, 0.0004, 0.004, 0.124, 1].map(roughPercent)).toEqual(['0%', '0.1%', '0.4%', '12%', '100%'])
})

test('days begin and end in local time, and the screen’s time zone has a name', () => {
  const began = secondsOf('2026-03-01')!
  expect([dayOf(began), dayOf(began - 1), dayOf(dayAfter('2026-02-28')!)]).toEqual([
    '2026-03-01',
    '2026-02-28',
    '2026-03-01',
  ])
  for (const text of ['', 'nonsense', '2026', '2026-03', '0000-03-01', '2026-00-01', '2026-03-00'])
    expect([secondsOf(text), dayAfter(text)], text).toEqual([undefined, undefined])
  expect(zoneName()).toMatch(/^[A-Z]/)
})

describe('in the zone that a person chose', () => {
  afterEach(() => setTimeZone(null))
  test.each([
    ['America/New_York', '11/26/26 12:30 am', 'EST'],
    ['Asia/Kolkata', '11/26/26 11:00 am', 'GMT+5:30'],
    ['Pacific/Auckland', '11/26/26 6:30 pm', 'GMT+13'],
    ['UTC', '11/26/26 5:30 am', 'UTC'],
  ])('%s shows %s', (zone, text, name) => {
    setTimeZone(zone)
    expect(shortTime('2026-11-26T05:30:00Z', new Date('2026-11-28T00:00:00Z'))).toBe(text)
    expect(zoneName(['2026-11-26T05:30:00Z'])).toBe(name)
  })
  test('a day begins at its midnight there, and has 23 or 25 hours when clocks change', () => {
    setTimeZone('America/New_York')
    const hours = (day: string) => (dayAfter(day)! - secondsOf(day)!) / 3600
    expect(secondsOf('2026-11-26')).toBe(Date.UTC(2026, 10, 26, 5) / 1000)
    expect(dayOf(Date.UTC(2026, 10, 26, 4, 59) / 1000)).toBe('2026-11-25')
    expect(['2026-03-08', '2026-06-01', '2026-11-01'].map(hours)).toEqual([23, 24, 25])
    expect(zoneName(['2026-06-01T00:00:00Z', '2026-12-01T00:00:00Z'])).toBe('EDT/EST')
  })
  test('east of Greenwich, too, where clocks change on the day before in UTC', () => {
    setTimeZone('Pacific/Auckland')
    expect(secondsOf('2026-09-27')).toBe(Date.UTC(2026, 8, 26, 12) / 1000)
    expect((dayAfter('2026-09-27')! - secondsOf('2026-09-27')!) / 3600).toBe(23)
    expect((dayAfter('2026-04-05')! - secondsOf('2026-04-05')!) / 3600).toBe(25)
  })
  test('a day whose midnight is skipped begins at 1 am', () => {
    setTimeZone('America/Santiago')
    expect(secondsOf('2026-09-06')).toBe(Date.UTC(2026, 8, 6, 4) / 1000)
    expect((dayAfter('2026-09-06')! - secondsOf('2026-09-06')!) / 3600).toBe(23)
    setTimeZone('Asia/Beirut')
    expect(secondsOf('2026-03-29')).toBe(Date.UTC(2026, 2, 28, 22) / 1000)
  })
  test('the browser’s zone is used again once none is chosen', () => {
    const before = exactTime('2026-11-26T05:30:00Z')
    setTimeZone('Asia/Tokyo')
    expect(exactTime('2026-11-26T05:30:00Z')).toContain('2:30:00 pm GMT+9')
    setTimeZone(null)
    expect(exactTime('2026-11-26T05:30:00Z')).toBe(before)
  })
})
