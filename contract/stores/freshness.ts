import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

/** Moments in milliseconds since 1970. */
export interface GoodRun {
  /** When its file was read. */
  read: number
  end: number
  /** It changed the catalogue; else it found it as it was. */
  applied: boolean
}
export interface FinishedUpdate {
  /** When what the store was to be told was counted. */
  planned: number
  end: number
}
interface BrokenPromise {
  from: number
  /** null: it still is. */
  until: number | null
}

const hour = 3_600_000
export const weekHours = 168
const samplesAnHour = 2

/**
 * The age of what a store shows of a supplier at a moment (docs/domain/incidents.md, How fresh a store is).
 * In milliseconds; null: it was sent nothing yet.
 *
 * @param runs good ones, in the order in which they ended
 * @param updates updates that ended well, in the order in which they ended
 */
export function shelfAge(
  runs: readonly GoodRun[],
  updates: readonly FinishedUpdate[],
  moment: number,
): number | null {
  const last = updates.findLast((update) => update.end <= moment)
  if (!last) return null
  const missedRun = runs.find((run) => run.applied && run.end > last.planned && run.end <= moment)
  const readableUntil = missedRun ? missedRun.end - 1 : moment
  const shownRun = runs.findLast((run) => run.end <= readableUntil)
  return shownRun ? Math.max(0, moment - shownRun.read) : null
}

/** A week of a shelf: how old it is and was, the 95th percentile, and when it was older than promised. */
export function shelfWeek(
  runs: readonly GoodRun[],
  updates: readonly FinishedUpdate[],
  { now, promisedMs }: { now: number; promisedMs: number },
) {
  const moments = Array.from(
    { length: weekHours * samplesAnHour + 1 },
    (_, i) => now - (weekHours * samplesAnHour - i) * (hour / samplesAnHour),
  )
  const samples = moments.map((sampleTime) => ({ at: sampleTime, age: shelfAge(runs, updates, sampleTime) }))
  const ages = samples.flatMap(({ age }) => (age === null ? [] : [age])).toSorted((a, b) => a - b)
  const breaks: BrokenPromise[] = []
  for (const { at: sampleTime, age } of samples) {
    const open = breaks.at(-1)
    const isOver = age !== null && age > promisedMs
    if (isOver && (!open || open.until !== null)) breaks.push({ from: sampleTime, until: null })
    else if (!isOver && open && open.until === null) open.until = sampleTime
  }
  return {
    age: samples.at(-1)?.age ?? null,
    p95: ages[Math.min(ages.length - 1, Math.ceil(ages.length * 0.95) - 1)] ?? null,
    broken: breaks,
    hourly: samples.filter((_, i) => i % samplesAnHour === 0).map(({ age }) => age),
  }
}

const shelf = z.object({
  vendor_id: z.number(),
  company: z.string(),
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  vendor_custom_feed_id: z
    .number()
    .nullable()
    .describe('the vendor’s custom feed; null: the supplier’s feed'),
  read_tm: moment.nullable().describe('when the supplier’s last good file was read'),
  applied_tm: moment.nullable().describe('when the catalog last changed'),
  told_tm: moment.nullable().describe('when the store was last up to date'),
  promised_hours: z.number(),
  age_seconds: z.number().nullable().describe('age of the store’s data; null: nothing sent yet'),
  p95_seconds: z.number().nullable().describe('95th percentile of the week'),
  hourly_seconds: z.array(z.number().nullable()).describe('hourly values of the week'),
  broken: z.array(z.object({ from: moment, until: moment.nullable() })),
})
export type Shelf = z.output<typeof shelf>

/** So many are answered, the stalest. */
export const mostShelves = 50

export const freshnessOperations = {
  listVendorShelves: get(
    '/api/vendor/{vendor_id}/shelves',
    'List how current a vendor’s stores are for each supplier, the 50 oldest first',
    { answer: z.array(shelf), refuses: ['not_found'] },
  ),
  listSupplierShelves: get(
    '/api/suppliers/{id}/shelves',
    'List how current stores are for a supplier, the 50 oldest first',
    { answer: z.array(shelf), refuses: ['not_found'] },
  ),
}
