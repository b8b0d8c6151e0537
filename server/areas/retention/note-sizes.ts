import { freeBytes } from '#server/platform/disk.ts'
import type { Services } from '#server/platform/services.ts'
import { readKinds } from './read.ts'

/** Sizes change slowly, and a collector may ask every few seconds. */
const keptMs = 60_000
const notedAt = new WeakMap<object, number>()

/** Puts the sizes, forecasts and free space into the metrics. */
export async function noteSizes({ db, config, metrics, log }: Services): Promise<void> {
  const free = await freeBytes(config)
  if (free !== null) metrics.diskFree.set(free)
  const noted = notedAt.get(metrics)
  if (noted !== undefined && performance.now() - noted < keptMs) return
  notedAt.set(metrics, performance.now())
  const kinds = await readKinds(db).catch((error: Error) => {
    log.warn({ err: error.message }, 'could not measure stored records')
    return []
  })
  for (const { kind, rows, bytes, forecast_bytes: forecast } of kinds) {
    metrics.kindRows.set({ kind }, rows)
    metrics.kindBytes.set({ kind }, bytes)
    if (forecast !== null) metrics.kindForecast.set({ kind }, forecast)
  }
}
