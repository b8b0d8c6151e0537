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
export interface Told {
  /** When what the store was to be told was counted. */
  planned: number
  end: number
}
interface Broken {
  from: number
  /** null: it still is. */
  until: number | null
}

const hour = 3_600_000
export const weekHours = 168
const samplesAnHour = 2

/**
 * How old what a store shows of a supplier is at a moment (docs/domain.md, How fresh a shelf is).
 * In milliseconds; null: it was told nothing yet.
 *
 * @param runs good ones, in the order in which they ended
 * @param told updates that ended well, in the order in which they ended
 */
export function shelfAge(runs: readonly GoodRun[], told: readonly Told[], at: number): number | null {
  const last = told.findLast((update) => update.end <= at)
  if (!last) return null
  const missed = runs.find((run) => run.applied && run.end > last.planned && run.end <= at)
  const until = missed ? missed.end - 1 : at
  const shown = runs.findLast((run) => run.end <= until)
  return shown ? Math.max(0, at - shown.read) : null
}

/** A week of a shelf: how old it is and was, the 95th percentile, and when it was older than promised. */
export function shelfWeek(
  runs: readonly GoodRun[],
  told: readonly Told[],
  { now, promised }: { now: number; promised: number },
) {
  const moments = Array.from(
    { length: weekHours * samplesAnHour + 1 },
    (_, i) => now - (weekHours * samplesAnHour - i) * (hour / samplesAnHour),
  )
  const samples = moments.map((at) => ({ at, age: shelfAge(runs, told, at) }))
  const known = samples.flatMap(({ age }) => (age === null ? [] : [age])).toSorted((a, b) => a - b)
  const broken: Broken[] = []
  for (const { at, age } of samples) {
    const open = broken.at(-1)
    const isOver = age !== null && age > promised
    if (isOver && (!open || open.until !== null)) broken.push({ from: at, until: null })
    else if (!isOver && open && open.until === null) open.until = at
  }
  return {
    age: samples.at(-1)!.age,
    p95: known.length > 0 ? known[Math.min(known.length - 1, Math.ceil(known.length * 0.95) - 1)]! : null,
    broken,
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
  vendor_custom_feed_id: z.number().nullable().describe('by this feed of the vendor; null: the supplier’s'),
  read_tm: moment.nullable().describe('when the supplier’s last good file was read'),
  applied_tm: moment.nullable().describe('when it last changed the catalogue'),
  told_tm: moment.nullable().describe('when the store was last brought up to date'),
  promised_hours: z.number(),
  age_seconds: z.number().nullable().describe('of what the store shows; null: it was told nothing yet'),
  p95_seconds: z.number().nullable().describe('of the week'),
  hourly_seconds: z.array(z.number().nullable()).describe('of the week, hour by hour'),
  broken: z.array(z.object({ from: moment, until: moment.nullable() })),
})
export type Shelf = z.output<typeof shelf>

/** So many are answered, the stalest. */
export const mostShelves = 50

export const freshnessOperations = {
  listVendorShelves: get(
    '/api/vendor/{vendor_id}/shelves',
    'How fresh what a vendor’s stores show is, supplier by supplier, the stalest first, 50',
    { answer: z.array(shelf), refuses: ['not_found'] },
  ),
  listSupplierShelves: get(
    '/api/suppliers/{id}/shelves',
    'How fresh what stores show of a supplier is, the stalest first, 50',
    { answer: z.array(shelf), refuses: ['not_found'] },
  ),
}
