import { gateFloor, type GateMeasure, type GateWindow } from '#contract/feeds/gate.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** The last runs of a window that are summed; for a feed that runs hourly, about two weeks. */
const mostRuns = 400

interface Window {
  window: Exclude<GateWindow, 'first' | 'last'>
  agreed: boolean
  runs: readonly number[]
}
interface Sum {
  name: GateMeasure
  field: string | null
  value: number
  count: number
}

/**
 * Changes that no ordinary day brings, added up over a window: 1 % of the barcodes a day on other products is a
 * quarter of them in a month. A product that is affected twice counts twice.
 * @param today the observations of this file against the last applied run
 * @param elsewhere whether a measure is taken from the window's products themselves, which is more exact
 */
export async function observeSums(
  db: Db,
  span: Window,
  today: readonly Observation[],
  elsewhere: (observation: Observation) => boolean,
): Promise<Observation[]> {
  const { window, runs } = span
  const candidates = today.filter(
    (o) => o.window === 'last' && !o.part && gateFloor(o.name, window) !== null && !elsewhere(o),
  )
  if (candidates.length === 0 || runs.length === 0) return []
  const { rows } = await sql<Sum>`
    select m.name, m.field, sum(m.value) as value, sum(m.count) as count
    from feed_run r
    cross join jsonb_to_recordset(r.decision->'measures')
      as m(name text, "window" text, field text, value float8, count float8)
    where r.feed_run_id = any(${runs.slice(-mostRuns)})
      and m."window" = 'last'
      and m.name = any(${[...new Set(candidates.map((o) => o.name))]})
    group by m.name, m.field`.execute(db)
  return candidates.flatMap((o) => {
    const before = rows.find((r) => r.name === o.name && r.field === (o.field ?? null))
    if (!before) return []
    const value = (o.value ?? (o.of === 0 ? 0 : (o.count / o.of) * 100)) + before.value
    const words = { ...o.words, agreed: span.agreed ? 1 : 0 }
    // the shares may add up to more products than there are
    return [{ ...o, window, count: Math.min(o.count + before.count, o.of), value, words }]
  })
}
