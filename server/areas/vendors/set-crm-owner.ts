import type { Parsed } from '#contract/index.ts'
import type { Ctx } from '#server/platform/services.ts'
import { setStaff } from './logins/set-staff.ts'

export const setCrmOwner = (ctx: Ctx, { params: { vid }, body }: Parsed<'setCrmOwner'>) =>
  setStaff(ctx, 'crm_owner', vid, { to: body.crm_owner_vendor_id, ...body })
