import { sql, type Tx } from '#server/platform/database/db.ts'
import { many } from '#contract/words.ts'

const hangCodes = ['stalled', 'slow']
/** Whether a source kept us waiting instead of answering. */
export const hangs = (code: string): boolean => hangCodes.includes(code)

export const backOffMinutes = { first: 15, most: 360 } as const

/**
 * A source that hangs is asked less and less often: its schedule pauses, twice as long each time in a row. A
 * person may start a run at any time. Returns the sentence for the run's reason.
 */
export async function backOff(tx: Tx, feedId: number): Promise<string> {
  const { rows } = await sql<{ minutes: number }>`
    with earlier as (
      select reason_code, row_number() over (order by feed_run_id desc) as place
      from feed_run
      where feed_id = ${feedId} and state not in ('queued', 'running')
      order by feed_run_id desc
      limit 10),
    hung as (
      select count(*) as times
      from earlier
      where place < coalesce(
        (select min(place) from earlier where coalesce(reason_code, '') <> all(${hangCodes})), 11)),
    pause as (
      select least(${backOffMinutes.first} * 2 ^ times, ${backOffMinutes.most})::int as minutes from hung)
    update feed
    set next_run_tm = now() + make_interval(mins => minutes)
    from pause
    where feed_id = ${feedId}
      and schedule_active
      and next_run_tm < now() + make_interval(mins => minutes)
    returning minutes`.execute(tx)
  const [pause] = rows
  if (!pause) return ''
  const { minutes } = pause
  const length = minutes < 60 ? many(minutes, 'minute') : many(minutes / 60, 'hour')
  return `. Scheduled runs pause for ${length}`
}
