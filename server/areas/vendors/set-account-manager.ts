import type { Parsed } from '#contract/index.ts'
import type { Ctx } from '#server/platform/services.ts'
import { setStaff } from './logins/set-staff.ts'

export const setAccountManager = (ctx: Ctx, { params: { vid }, body }: Parsed<'setAccountManager'>) =>
  setStaff(ctx, 'account_manager', vid, { to: body.account_manager_vendor_id, ...body })
