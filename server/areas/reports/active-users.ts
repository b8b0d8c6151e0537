import type { Parsed } from '#contract/index.ts'
import { listActiveVendors } from '#server/areas/vendors/public.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

export function getActiveUsers(ctx: Ctx, { query }: Parsed<'getActiveUsers'>) {
  const { plan, manager, crm_owner, market, supplier, ...rest } = query
  return listActiveVendors(ctx, {
    body: {
      ...rest,
      plan: listOf(plan),
      manager: listOf(manager),
      crm_owner: listOf(crm_owner),
      market: listOf(market),
      supplier: listOf(supplier),
      health: [],
    },
  })
}
const listOf = (value: number | undefined) => (value === undefined ? [] : [value])
export const prepareActiveUsers = (ctx: Ctx, { body }: Parsed<'prepareActiveUsers'>) =>
  prepareReport(ctx, 'active_vendors', body)
export const downloadActiveUsers = (ctx: Ctx): Promise<FileAnswer> => downloadPrepared(ctx, 'active_vendors')
