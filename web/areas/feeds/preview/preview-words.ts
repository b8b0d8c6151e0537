import type { FeedPreview } from '#contract/feeds/preview.ts'
import { midSentence } from '#contract/words.ts'
import { count, many } from '../../../ui/values.tsx'

type Found = Pick<FeedPreview, 'table' | 'notes' | 'left_out' | 'left_out_counted'>

/** Where the rows were found, and how many lines are none. */
export function foundText({ table, left_out_counted }: Found): string {
  const parts = [
    table?.sheet && table.sheets.length > 1 ? `Sheet “${table.sheet}”` : '',
    table?.header_row ? `Header in row ${count(table.header_row)}` : '',
    left_out_counted > 0 ? `${many(left_out_counted, 'line')} left out` : '',
  ].filter(Boolean)
  return parts.map((part, i) => (i === 0 ? part : midSentence(part))).join('; ')
}

/** How many lines were left out beyond those that are listed; empty if all are. */
export function moreLeftOut({ left_out, left_out_counted }: Found): string {
  const unlistedLines = left_out_counted - left_out.length
  return unlistedLines > 0 ? `and ${count(unlistedLines)} more` : ''
}

/** A notice about the file; one about its first line is about the whole file. */
export function noticeText({ reason, rows, line }: FeedPreview['notices'][number]): string {
  if (rows > 1) return `${reason} (${count(rows)}, first in line ${count(line)})`
  return line > 1 ? `${reason} (line ${count(line)})` : reason
}
