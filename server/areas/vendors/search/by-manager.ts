import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { InputOf } from '#server/platform/files/exported.ts'
import type { Ctx } from '#server/platform/services.ts'
import { managedBy } from './managed-by.ts'
import { staffName } from './managers.ts'
import { idsFound, readPage, searchedColumns } from './search-vendors.ts'

/** The most vendors of one manager that are counted. */
const countLimit = 1_000_000

/** A manager's vendors; for `0`, those without a manager. */
export async function listVendorsOfManager(
  { db }: Ctx,
  { params: { manager_vid }, body }: Parsed<'listVendorsOfManager'>,
) {
  const manager = manager_vid === 0 ? null : manager_vid
  if (manager !== null && (await staffName(db, manager)) === undefined) throw notFound('account manager')
  const { total, vendors } = await readPage(db, { ...body, ...all }, ofManager(manager), countLimit)
  return { total, vendors: vendors.map(({ best: _best, matched: _matched, ...vendor }) => vendor) }
}

/** The ids of a manager's vendors, in order. */
export const vendorsOfManager = (_db: Db, { manager_vid, ...filters }: InputOf<'vendors_of_manager'>) =>
  idsFound({ ...filters, page: 1, ...all }, ofManager(manager_vid === 0 ? null : manager_vid))

const all = { term: '' }
const ofManager = (manager: number | null) => ({
  among: sql`(
    select ${searchedColumns}
    from vendor v
    where ${managedBy(manager)} and not v.is_staff) v`,
})
