import type { Parsed } from '#contract/index.ts'
import { mostReassigned } from '#contract/vendors/by-manager.ts'
import { messages } from '#contract/messages.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { managedBy } from './search/managed-by.ts'
import { isOpenTo } from '#server/areas/vendor-record/public.ts'
import { assignableName, staffNames } from './search/managers.ts'

/**
 * Moves vendors from one account manager to another at once; a vendor that has another manager by now is
 * skipped.
 */
export const reassignVendors = (ctx: Ctx, { body }: Parsed<'reassignVendors'>) =>
  write(ctx, async (tx, _logActivity, logForVendors) => {
    const { from, to, vendor_ids, note } = body
    const name = to === null ? undefined : await assignableName(tx, to)
    if (to !== null && name === undefined)
      throw invalid({ to: messages.managerNeeded }, messages.managerNeeded)
    const lockedRows = await sql<MovedVendor>`
      select v.vendor_id, v.account_manager_vendor_id as from
      from vendor v
      where ${movedFrom(from)}
        and v.account_manager_vendor_id is distinct from ${to}::int
        and not v.is_staff
        and v.deleted_tm is null
        and ${isOpenTo(ctx)}
        and ${vendor_ids ? sql`v.vendor_id = any(${vendor_ids}::int[])` : sql`true`}
      order by v.vendor_id
      limit ${mostReassigned}
      for no key update`.execute(tx)
    // a vendor that somebody else locked while this call waited is skipped, too
    const { rows } = await sql<{ vendor_id: number }>`
      update vendor v
      set account_manager_vendor_id = ${to}::int
      where v.vendor_id = any(${lockedRows.rows.map((row) => row.vendor_id)}::int[]) and ${isOpenTo(ctx)}
      returning v.vendor_id`.execute(tx)
    const changedIds = rows.map((row) => row.vendor_id)
    const before = groupsOf(lockedRows.rows, new Set(changedIds))
    const names = await staffNames(tx)
    await Promise.all(
      before.map(({ from: previous, vendor_ids: ids }) =>
        logForVendors(ids, {
          type: 'vendor.account_manager',
          message: `Account manager changed to ${name ?? 'none'}`,
          changes: {
            account_manager: {
              from: previous === null ? null : (names.get(previous) ?? null),
              to: name ?? null,
            },
          },
          reason: note,
        }),
      ),
    )
    const remainingRows = await sql<{ n: number }>`
      select count(*) as n
      from vendor v
      where ${movedFrom(from)}
        and not v.is_staff
        and v.deleted_tm is null
        and ${vendor_ids ? sql`v.vendor_id <> all(${vendor_ids}::int[])` : sql`true`}`.execute(tx)
    return { changed: changedIds, before, left: from === undefined ? 0 : singleRow(remainingRows.rows).n }
  })

interface MovedVendor {
  vendor_id: number
  from: number | null
}
const movedFrom = (from: number | null | undefined) =>
  from === undefined ? sql<boolean>`true` : managedBy(from)

/** The changed vendors of each previous manager. */
function groupsOf(rows: readonly MovedVendor[], changedIds: ReadonlySet<number>) {
  const groups = new Map<number | null, number[]>()
  for (const { vendor_id, from } of rows)
    if (changedIds.has(vendor_id)) {
      const ids = groups.get(from)
      if (ids) ids.push(vendor_id)
      else groups.set(from, [vendor_id])
    }
  return [...groups].map(([from, vendor_ids]) => ({ from, vendor_ids }))
}
