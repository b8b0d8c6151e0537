import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { nameOf } from './notes.ts'

export const addSupplierNote = (ctx: Ctx, { params, body }: Parsed<'addSupplierNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const name = await nameOf(tx, params.id)
    const { supplier_note_id } = await tx
      .insertInto('supplier_note')
      .values({
        dropshipper_id: params.id,
        ...body,
        written_by: ctx.who.login_id,
        written_by_name: ctx.who.name,
      })
      .returning('supplier_note_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'supplier.note',
      dropshipper_id: params.id,
      entity: 'supplier_note',
      entity_id: supplier_note_id,
      message: `Note added to ${name}`,
    })
    return { supplier_note_id }
  })
