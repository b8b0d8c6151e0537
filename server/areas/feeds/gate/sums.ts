import { gateFloor, type GateMeasure, type GateWindow } from '#contract/feeds/gate.ts'
import type { Observation } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * More runs than this are no drift of days: a feed that runs each hour is looked at over its last two weeks.
 */
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
 * What no honest day does, added up over a window: a hundredth of the barcodes a day on other products is a
 * quarter of them in a month. Products that are struck twice count twice.
 * @param today what the file does, against the last applied run
 * @param elsewhere whether the window's products themselves tell it, which is better
 */
export async function observeSums(
  db: Db,
  { window, agreed, runs }: Window,
  today: readonly Observation[],
  elsewhere: (of: Observation) => boolean,
): Promise<Observation[]> {
  const addedUp = today.filter(
    (o) => o.window === 'last' && !o.part && gateFloor(o.name, window) !== null && !elsewhere(o),
  )
  if (addedUp.length === 0 || runs.length === 0) return []
  const { rows } = await sql<Sum>`
    select m.name, m.field, sum(m.value) as value, sum(m.count) as count
    from feed_run r
    cross join jsonb_to_recordset(r.decision->'measures')
      as m(name text, "window" text, field text, value float8, count float8)
    where r.feed_run_id = any(${runs.slice(-mostRuns)})
      and m."window" = 'last'
      and m.name = any(${[...new Set(addedUp.map((o) => o.name))]})
    group by m.name, m.field`.execute(db)
  return addedUp.flatMap((o) => {
    const before = rows.find((r) => r.name === o.name && r.field === (o.field ?? null))
    if (!before) return []
    const value = (o.value ?? (o.of === 0 ? 0 : (o.count / o.of) * 100)) + before.value
    const words = { ...o.words, agreed: agreed ? 1 : 0 }
    // never more products than there are, whatever the shares add up to
    return [{ ...o, window, count: Math.min(o.count + before.count, o.of), value, words }]
  })
}
