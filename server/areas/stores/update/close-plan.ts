import { shownCounts, type ShownCounts } from '#server/areas/listings/public.ts'
import { endUnneededApprovals } from './approvals.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { lockPlanning } from '../plan/plan-update.ts'
import type { PlanCounts } from '../plan/product-changes.ts'
import type { Store, Update } from './store.ts'
import { raise } from '#server/platform/notices.ts'

export async function countShown(db: Db, store: Store): Promise<ShownCounts> {
  const { rows } = await shownCounts(sql`${store.vendor_store_id}`).execute(db)
  return singleRow(rows)
}

export const outboxSize = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from store_outbox where store_update_id = ${id}`.execute(db)
  return singleRow(rows).n
}

/** A new plan supersedes the held one, since it includes all of its changes. */
export async function closePlan(
  db: Db,
  store: Store,
  { store_update_id: id, kind }: Update,
  plan: { shown: ShownCounts; counts: PlanCounts; reasons: string[]; state: string },
): Promise<void> {
  const { withheld, approved: _, ...counts } = plan.counts
  const isOver = plan.state === 'nothing' || plan.state === 'dry'
  await db.transaction().execute(async (tx) => {
    await lockPlanning(tx, store.vendor_store_id, id)
    if (kind === 'changed' || kind === 'full' || kind === 'delist') {
      await sql`
        with overtaken as (
          update store_update
          set state = 'superseded', end_tm = now()
          where vendor_store_id = ${store.vendor_store_id} and state = 'held'
          returning store_update_id)
        delete from store_outbox
        where store_update_id in (select store_update_id from overtaken)`.execute(tx)
      await endUnneededApprovals(tx, store.vendor_store_id)
    }
    const update = await tx
      .selectFrom('store_update')
      .selectAll()
      .where('store_update_id', '=', id)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('store_update')
      .set({
        ...plan.shown,
        // for a continued update, only the rest was counted
        ...(update.planned_tm === null ? counts : mostOf(counts, update)),
        withheld: JSON.stringify(withheld),
        reasons: plan.reasons,
        state: plan.state,
        planned_tm: sql`now()`,
        ...(isOver && { end_tm: sql`now()` }),
        // it needs a new decision
        ...(plan.state === 'held' && { decided_by: null, decided_reason: null }),
      })
      .where('store_update_id', '=', id)
      .execute()
    if (plan.state === 'held')
      await raise(tx, {
        kind: 'update',
        subject: store.vendor_store_id,
        message: `Update for ${store.vendor_store_name} held. ${plan.reasons.join('; ')}`,
        link: `/vendors/view/${store.vendor_id}/stores/${store.vendor_store_id}?update=${id}`,
        vendor_id: store.vendor_id,
      })
  })
}

const mostOf = <C extends Record<string, number>>(counts: C, before: Record<keyof C, number>): C =>
  Object.fromEntries(Object.entries(counts).map(([key, n]) => [key, Math.max(n, before[key] ?? 0)])) as C
