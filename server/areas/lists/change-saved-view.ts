import type { Parsed } from '#contract/index.ts'
import { chosenColumns } from '#contract/lists/views.ts'
import { sql } from '#server/platform/database/db.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale, type EditedRecord } from '#server/platform/database/versions.ts'
import { lockView, namesAlone, readView, refuseTaken } from './views.ts'

const editedView = (id: number): EditedRecord => ({ entity: 'saved_view', id, types: ['view.save'] })

export const changeSavedView = (ctx: Ctx, { params, body }: Parsed<'changeSavedView'>) =>
  write(ctx, async (tx, logActivity) => {
    const { version, ...after } = body
    const row = await lockView(ctx, tx, params.id)
    await refuseStale(tx, ctx, editedView(params.id), version)
    await namesAlone(tx, row.login_id)
    await refuseTaken(tx, { ...row, name: after.name }, params.id)
    const changes = differences({ ...row, columns: chosenColumns.parse(row.columns) }, after)
    if (changes) {
      await tx
        .updateTable('saved_view')
        .set({ ...after, columns: JSON.stringify(after.columns), updated_tm: sql`now()` })
        .where('saved_view_id', '=', params.id)
        .execute()
      await logActivity({
        type: 'view.save',
        entity: 'saved_view',
        entity_id: params.id,
        message: `View “${after.name}” of ${row.list} changed: ${Object.keys(changes).join(', ')}`,
        changes,
      })
    }
    return readView(ctx, tx, params.id)
  })
