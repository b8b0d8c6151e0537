import type { LiveRun } from '#contract/feeds/runs.ts'
import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { liveColumns, liveRunNow, stopping } from './live-run.ts'

/** Yields the run's state whenever it changes, until it ends: one read per notification, at most four a second. */
export async function* watchRun(ctx: Ctx, { params }: Parsed<'watchRun'>): AsyncGenerator<LiveRun> {
  const id = String(params.feed_run_id)
  let isStale = true
  let wake = () => {}
  let isClosed = false
  const unsubscribe = ctx.bus.on('feed_run', (payload) => {
    if (payload === id) {
      isStale = true
      wake()
    }
  })
  ctx.req.raw.once('close', () => {
    isClosed = true
    wake()
  })
  try {
    while (!isClosed) {
      if (isStale) {
        isStale = false
        const row = await ctx.db
          .selectFrom('feed_run')
          .select([...liveColumns, 'job_id', stopping])
          .where('feed_run_id', '=', params.feed_run_id)
          .executeTakeFirst()
        if (!row) throw notFound('run')
        yield await liveRunNow(ctx.db, row)
        if (row.state !== 'queued' && row.state !== 'running') return
      }
      await new Promise<void>((resolve) => {
        // after a lost notification the state is at most two seconds old
        const timer = setTimeout(() => {
          isStale = true
          resolve()
        }, 2000)
        wake = () => setTimeout(() => (clearTimeout(timer), resolve()), 200)
      })
    }
  } finally {
    unsubscribe()
  }
}
