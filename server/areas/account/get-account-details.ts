import { editedAccount, getAccount, unsubscribedOf } from '#server/areas/session/public.ts'
import { updateAddresses } from '#server/areas/vendors/public.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/versions.ts'

/** The own account as its form edits it, read once its version is. */
export async function getAccountDetails(ctx: Ctx) {
  const version = await versionOf(ctx.db, editedAccount(ctx.who.vendor_id))
  return { ...(await getAccount(ctx)), version, updates_ended: await updatesEnded(ctx) }
}

/** Who would get updates of the own account, but ended them by their link. */
export async function updatesEnded({ db, who: { vendor_id } }: Pick<Ctx, 'db' | 'who'>): Promise<string[]> {
  const addresses = await updateAddresses(db, vendor_id)
  return unsubscribedOf(db, { vendor_id, addresses, kind: 'notifications' })
}
