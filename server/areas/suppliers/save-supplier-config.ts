import type { Parsed } from '#contract/index.ts'
import { tiersName } from '#contract/suppliers/config.ts'
import { markStoresBehind } from '#server/areas/stores/public.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedConfig } from './read.ts'

export const saveSupplierConfig = (ctx: Ctx, { body }: Parsed<'saveSupplierConfig'>) =>
  write(ctx, async (tx, logActivity) => {
    const ids = [...new Set(body.map((row) => row.dropshipper_id))]
    const [id] = ids
    if (ids.length !== 1 || id === undefined) throw invalid({ dropshipper_id: 'Save one supplier at a time' })
    const twice = body.findIndex((row, i) => body.findIndex((b) => b.config_name === row.config_name) < i)
    if (twice >= 0) throw invalid({ [`${twice}.config_name`]: 'Duplicate: remove one' })
    const supplier = await tx
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .where('dropshipper_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    await refuseStale(tx, ctx, editedConfig(id), body.find((row) => row.version !== undefined)?.version)
    const previousRow = await tx
      .selectFrom('supplier_config')
      .select(['config_name', 'config_value'])
      .where('dropshipper_id', '=', id)
      .execute()
    const changes = differences(byName(previousRow), byName(body))
    if (!changes) return
    await tx
      .insertInto('supplier_config')
      .values(body.map(({ version: _version, ...row }) => row))
      .onConflict((c) =>
        c
          .columns(['dropshipper_id', 'config_name'])
          .doUpdateSet((e) => ({ config_value: e.ref('excluded.config_value') })),
      )
      .execute()
    // the cost of custom feeds with a tier has changed
    if (tiersName in changes) await markStoresBehind(tx, id)
    await logActivity({
      type: 'supplier.config',
      dropshipper_id: id,
      entity: 'dropshipper',
      entity_id: id,
      message: `Configuration changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })

const byName = (rows: readonly { config_name: string; config_value: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.config_name, row.config_value]))
