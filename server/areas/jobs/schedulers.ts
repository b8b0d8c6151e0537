import { queueRun } from '#server/areas/feeds/public.ts'
import { diagnoseProduct, queueImageCheck, queueIndexSync } from '#server/areas/products/public.ts'
import { queueStoreUpdate, takesNoFile } from '#server/areas/stores/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { queueVariantMapping } from '#server/areas/variants/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Activity, Services } from '#server/platform/services.ts'
import type { Schedulable } from './schedule-request.ts'

type LogActivity = (a: Activity) => Promise<void>
interface ScheduleRequest {
  id: number
  requester: string
  logActivity?: LogActivity
}
/** Queues a job of a type for one record; null if one is queued already. */
type Scheduler = (services: Services, tx: Tx, request: ScheduleRequest) => Promise<number | null>

const ofSupplier =
  (
    queue: (
      services: Services,
      tx: Tx,
      supplier: { dropshipper_id: number; supplier_name: string },
      by: string,
    ) => Promise<number | null>,
  ): Scheduler =>
  async (services, tx, { id, requester }) => {
    const supplier = await tx
      .selectFrom('dropshipper')
      .select(['dropshipper_id', 'supplier_name'])
      .where('dropshipper_id', '=', id)
      .executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    return queue(services, tx, supplier, requester)
  }

const ofFeed =
  (column: 'dropshipper_id' | 'vendor_custom_feed_id'): Scheduler =>
  async (services, tx, { id, requester, logActivity }) => {
    const feed = await tx
      .selectFrom('feed')
      .select('feed_id')
      .where(column, '=', id)
      .$if(column === 'dropshipper_id', (q) => q.where(ownFeed('feed')))
      .executeTakeFirst()
    if (!feed) throw notFound('feed')
    const request = { dry: false, requestedBy: requester, logActivity }
    return (await queueRun(services, tx, feed.feed_id, request)).job_id
  }

/**
 * How a job of each schedulable type is queued for a record, both by staff and for the replay of a failed
 * one.
 */
export const schedulers: Record<Schedulable, Scheduler> = {
  DROPSHIPPER_MONITORING_JOB: ofFeed('dropshipper_id'),
  RESTRICTED_MONITORING_JOB: ofFeed('vendor_custom_feed_id'),
  BASIC_IMAGE: ofSupplier(queueImageCheck),
  PARTIAL_SOLR_SYNC_JOB: ofSupplier(queueIndexSync),
  VARIANT_MAPPING_JOB: ofSupplier(queueVariantMapping),
  VENDOR_STORE_UPDATER_JOB: async (services, tx, { id, requester }) => {
    if (await takesNoFile(tx, id))
      throw conflict('This store doesn’t receive files. See its page for how updates are sent')
    return queueStoreUpdate(services, tx, id, { requester })
  },
  DIAGNOSTIC_UPDATE_JOB: async (services, tx, { id, requester }) => {
    const product = await tx
      .selectFrom('product')
      .select(['product_id', 'sku'])
      .where('product_id', '=', id)
      .executeTakeFirst()
    if (!product) throw notFound('product')
    return services.jobs.enqueueUnlessWaiting(tx, diagnoseProduct, {
      payload: product,
      subject: product.sku,
      paramValue: id,
      requestedBy: requester,
      rank: 10,
    })
  },
}
