import type { Parsed } from '#contract/index.ts'
import { mostViews } from '#contract/lists/views.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { namesAlone, readView, refuseTaken } from './views.ts'

export const saveView = (ctx: Ctx, { body }: Parsed<'saveView'>) =>
  write(ctx, async (tx, logActivity) => {
    const { login_id } = ctx.who
    await namesAlone(tx, login_id)
    await refuseTaken(tx, { ...body, login_id })
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from saved_view where login_id = ${login_id}`.execute(tx)
    if (singleRow(rows).n >= mostViews)
      throw conflict(`You already have ${mostViews} views, the maximum. Remove one first.`)
    const { saved_view_id } = await tx
      .insertInto('saved_view')
      .values({ ...body, columns: JSON.stringify(body.columns), login_id })
      .returning('saved_view_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'view.save',
      entity: 'saved_view',
      entity_id: saved_view_id,
      message: `View “${body.name}” of ${body.list} saved${body.shared ? ' for all staff' : ''}`,
    })
    return readView(ctx, tx, saved_view_id)
  })
