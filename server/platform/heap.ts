import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How far the heap may grow after a garbage collection, in percent. */
const growthPercent = 30

/**
 * Keeps a worker's memory near what it uses. Jobs stream, so nearly all that they allocate is garbage, which V8 would
 * otherwise collect only when the heap has grown to four times of what is used. The limit takes effect with a
 * collection.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
