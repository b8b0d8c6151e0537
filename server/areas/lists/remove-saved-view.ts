import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockView } from './views.ts'

export const removeSavedView = (ctx: Ctx, { params }: Parsed<'removeSavedView'>) =>
  write(ctx, async (tx, logActivity) => {
    const row = await lockView(ctx, tx, params.id)
    await tx.deleteFrom('saved_view').where('saved_view_id', '=', params.id).execute()
    await logActivity({
      type: 'view.remove',
      entity: 'saved_view',
      entity_id: params.id,
      message: `View “${row.name}” of ${row.list} removed`,
    })
  })
