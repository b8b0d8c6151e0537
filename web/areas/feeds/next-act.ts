import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import { links } from '../../links.ts'

const mends: Record<FeedPart, string> = {
  source: 'Check the source',
  format: 'Check the format',
  mapping: 'Mend the mapping',
  further: 'Check the further file',
}

/**
 * What mends a feed that fails for this reason, and where: the one rule, wherever the trouble is shown.
 * Undefined: nothing in its settings does.
 * @param column of the mapping, that the reason names
 */
export function mendAct(
  dropshipperId: number,
  reasonCode: string | null,
  column?: string,
): { label: string; to: string } | undefined {
  const mend = mendOf(reasonCode)
  return mend && { label: mends[mend.at], to: links.feedSettings(dropshipperId, mend.at, column) }
}
