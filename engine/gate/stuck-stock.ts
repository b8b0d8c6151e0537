import type { Observation } from './observation.ts'

/** Fewer runs than this don't show how often stock moves. */
const leastRuns = 14
/** Fewer still runs than this are never reported. */
const leastStill = 3
/** The chance, below which stock that usually moves is reported as stuck. */
const chance = 1 / 1000

/**
 * Stock that stands still for longer than it would by chance or recently did, as behind an export that died.
 * @param stockMoves whether stock moved in each run before this one, in which it didn't; newest first
 */
export function observeStuckStock(stockMoves: readonly boolean[]): Observation[] {
  const stillRuns = stockMoves.indexOf(true)
  const earlier = stockMoves.slice(stillRuns)
  if (stillRuns < 0 || earlier.length < leastRuns) return []
  const share = earlier.filter(Boolean).length / earlier.length
  const stretches = earlier.map((m) => (m ? '|' : '.')).join('')
  const longest = Math.max(...stretches.split('|').map((stretch) => stretch.length))
  const count = stillRuns + 1
  // nights and holidays cluster, so chance alone would report each of them
  if (count < leastStill || (1 - share) ** count >= chance || count <= 1.5 * longest) return []
  const words = { what: 'quantity' }
  return [{ name: 'stuck', window: 'last', count, of: stockMoves.length + 1, value: count, words }]
}
