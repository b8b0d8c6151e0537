import type { RawBuilder } from 'kysely'
import type { kinds, NoticeKind } from '#contract/notifications/kinds.ts'
import { sql } from '#server/platform/database/db.ts'

/**
 * The problems of each kind that exist now: a query of `subject`, `severity` (null: the kind's), `since_tm`,
 * `message`, `link`, `dropshipper_id`, `vendor_custom_feed_id`, `vendor_id`. Without a message the problem is
 * reported elsewhere, in the words known there, and the look only finds out when it is over.
 */
export type States = Record<StateKind, RawBuilder<unknown>>
/** A kind of problem that begins and ends. */
export type StateKind = {
  [K in NoticeKind]: (typeof kinds)[K] extends { point: true } ? never : K
}[NoticeKind]

/** The columns of a query whose problems concern no supplier. */
export const noSupplier = sql`null::int as dropshipper_id, null::int as vendor_custom_feed_id`
/** The same where no vendor is concerned either. */
export const nobody = sql`${noSupplier}, null::int as vendor_id`
/** A count with its noun: `1 job`, `1,204 jobs`. */
export const manyText = (count: RawBuilder<unknown>, noun: string) =>
  sql`to_char(${count}, 'FM999,999,999,990') || case ${count} when 1 then ${` ${noun}`}::text else ${` ${noun}s`}::text end`
/** An amount in US dollars as on every screen: `$1,204.50`, and `$700` without cents. */
export const moneyText = (amount: RawBuilder<unknown>) =>
  sql`replace(to_char(${amount}, 'FM$999,999,999,990.00'), '.00', '')`
