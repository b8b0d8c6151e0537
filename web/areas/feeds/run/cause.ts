import type { FeedRun } from '#contract/feeds/runs.ts'
import { count, many } from '../../../ui/values.tsx'

type Read = Pick<FeedRun, 'rows_read' | 'rows_usual' | 'ends_in_line' | 'state' | 'decision'>

/** So far beyond the usual range, a number of rows is a cause. */
const margin = 0.1

/** How the file itself differs from the usual ones; empty if it doesn't, or the run isn't in doubt. */
export function causeText({ rows_read, rows_usual, ends_in_line, state, decision }: Read): string {
  if (state !== 'held' && decision?.verdict !== 'hold') return ''
  if (!rows_usual || rows_read === 0) return ''
  const [fewest, most] = rows_usual
  const usually = `usually ${fewest === most ? count(most) : `${count(fewest)} to ${count(most)}`}`
  if (rows_read > most * (1 + margin)) return `The file has ${many(rows_read, 'row')}; ${usually}.`
  if (rows_read >= fewest * (1 - margin)) return ''
  return ends_in_line
    ? `The file ends at row ${count(rows_read)}, in the middle of a line; ${usually}. It was probably cut off.`
    : `The file ends at row ${count(rows_read)}; ${usually}.`
}
