import type { Observation } from './observation.ts'

/** Fewer runs than this say nothing of how often stock moves. */
const leastRuns = 14
/** So few still runs are never news. */
const leastStill = 3
/** Stock that moves as often as it did stands still so long in fewer than one of so many runs. */
const chance = 1 / 1000

/**
 * Stock that stands still for longer than it does by chance, or has lately, as behind an export that died.
 * @param stockMoves whether it did in the runs before this one, in which it didn't; the newest first
 */
export function observeStuckStock(stockMoves: readonly boolean[]): Observation[] {
  const stillRuns = stockMoves.indexOf(true)
  const earlier = stockMoves.slice(stillRuns)
  if (stillRuns < 0 || earlier.length < leastRuns) return []
  const share = earlier.filter(Boolean).length / earlier.length
  const stretches = earlier.map((m) => (m ? '|' : '.')).join('')
  const longest = Math.max(...stretches.split('|').map((stretch) => stretch.length))
  const count = stillRuns + 1
  // nights and holidays come together, so chance alone would speak up at each
  if (count < leastStill || (1 - share) ** count >= chance || count <= 1.5 * longest) return []
  const words = { what: 'quantity' }
  return [{ name: 'stuck', window: 'last', count, of: stockMoves.length + 1, value: count, words }]
}
