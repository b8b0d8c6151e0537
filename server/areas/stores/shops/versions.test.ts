import { expect, test } from 'vitest'
import { marketVersions } from './versions.ts'

const dayMs = 86_400_000
const daysUntil = (day: string) => (Date.parse(day) - Date.now()) / dayMs

test.each(Object.entries(marketVersions))(
  'the version of %s is no closer than 90 days to its end',
  (_, entry) => {
    // now: move to a newer version, and to what it changes
    if ('ends' in entry) expect(daysUntil(entry.ends)).toBeGreaterThan(90)
    // now: compare it with what the market publishes, and note the day
    else expect(daysUntil(entry.checked)).toBeGreaterThan(-365)
  },
)
