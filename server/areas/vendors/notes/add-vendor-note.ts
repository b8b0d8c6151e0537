import type { Parsed } from '#contract/index.ts'
import { lockVendor, writeNote } from '#server/areas/vendor-record/public.ts'
import { write, type Ctx } from '#server/platform/services.ts'

export const addVendorNote = (ctx: Ctx, { params, body }: Parsed<'addVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, params.vendor_id)
    return writeNote(ctx, tx, logActivity, { ...params, ...body })
  })
