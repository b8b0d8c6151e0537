import type { Parsed } from '#contract/index.ts'
import { listActiveVendors } from '#server/areas/vendors/public.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

export const getActiveUsers = (ctx: Ctx, { query: { plan, ...query } }: Parsed<'getActiveUsers'>) =>
  listActiveVendors(ctx, { body: { ...query, plan: plan === undefined ? [] : [plan] } })
export const prepareActiveUsers = (ctx: Ctx, { body }: Parsed<'prepareActiveUsers'>) =>
  prepareReport(ctx, 'active_vendors', body)
export const downloadActiveUsers = (ctx: Ctx): Promise<FileAnswer> => downloadPrepared(ctx, 'active_vendors')
