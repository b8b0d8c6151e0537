import type { FastifyRequest } from 'fastify'
import { reportInfoOperations } from '#contract/feeds/report-info.ts'
import { fromText } from '#contract/inputs.ts'
import { vendorKeyOf, vendorParams, type Operation, type OfVendor } from '#contract/operation.ts'
import { isStaff } from '#contract/roles.ts'
import { vendorLockOperations } from '#contract/vendors/lock.ts'
import { viewOver } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Clock, Services, Who } from '#server/platform/services.ts'
import { lockedRefusal, lockOf } from './lock.ts'
import { vendorOf, type VendorReference } from './vendor-references.ts'

/** How often the holder's work is recorded. */
const workBeatMs = 60_000

/**
 * The vendors that a call reads or writes, found in its address or body, neither of them parsed yet; none
 * if it isn't about particular vendors. Every part of the body that may name a vendor counts, so that a
 * part that the call ignores can't hide another.
 */
function vendorsOf(op: Operation, req: FastifyRequest): VendorReference[] {
  const vendorKey = vendorKeyOf(op)
  const inAddress =
    vendorKey && findVendor(vendorKey.of, (req[vendorKey.part] as Record<string, unknown>)[vendorKey.key])
  if (inAddress !== undefined) return [inAddress]
  if (vendorKey?.part === 'params') return []
  const body = (req.body ?? {}) as Body
  if (op === reportInfoOperations.saveCustomFeedReportInfo)
    return [findVendor('custom_feed', body.id) ?? []].flat()
  return [body, body.input ?? {}]
    .flatMap(({ vendor_id, param_name, param_value, job_id, promo_code_usage_id }) => [
      findVendor('vendor', vendor_id) ?? [],
      findVendor('promo_code_usage', promo_code_usage_id) ?? [],
      findVendor('job', job_id) ?? [],
      typeof param_name === 'string' && Object.hasOwn(vendorParams, param_name)
        ? (findVendor(vendorParams[param_name as keyof typeof vendorParams], param_value) ?? [])
        : [],
    ])
    .flat()
}

interface NamedRecords {
  job_id?: unknown
  promo_code_usage_id?: unknown
  vendor_id?: unknown
  param_name?: unknown
  param_value?: unknown
}
interface Body extends NamedRecords {
  id?: unknown
  input?: NamedRecords | null
}

function findVendor(recordType: OfVendor, text: unknown): VendorReference | undefined {
  const { data } = (recordType === 'run' ? fromText.bigId : fromText.id).safeParse(text)
  return data && vendorOf[recordType](data)
}

/**
 * The one place that refuses a locked vendor, before every call about it and before its input is parsed
 * (docs/domain/vendor-access.md, Lock). The holder's calls keep the lock in force; an open page doesn't.
 */
export const refuseLocked =
  (services: Pick<Services, 'db' | 'clock'>) =>
  (req: FastifyRequest): Promise<void> =>
    refuseAsked(services, req, req.who, true)

/**
 * The same for something that was requested before and continues by itself, so that it doesn't count as
 * the holder's work.
 */
export const refuseLockedSince =
  (services: Pick<Services, 'db' | 'clock'>) =>
  (req: FastifyRequest, who: Who): Promise<void> =>
    refuseAsked(services, req, who, false)

async function refuseAsked(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  req: FastifyRequest,
  who: Who | null,
  asksNow: boolean,
): Promise<void> {
  const { operation } = req.routeOptions.config
  if (who?.viewed_by) await refuseLockedView(db, clock, who, who.viewed_by)
  // who may begin a lock is decided where it begins
  if (!operation || !who || !isStaff(who.role) || operation === vendorLockOperations.beginVendorLock) return
  const works = asksNow && operation !== vendorLockOperations.noteViewer
  for (const vendor of vendorsOf(operation, req)) await refuseOne(db, clock, { who, vendor, works })
}

async function refuseOne(
  db: Db,
  clock: Clock,
  { who, vendor, works }: { who: Who; vendor: VendorReference; works: boolean },
): Promise<void> {
  const lock = await lockOf(db, clock, who, vendor)
  if (!lock || lock.let_in) return
  if (lock.locked_by !== who.login_id) throw lockedRefusal(lock)
  const now = clock.now()
  if (!works || now - Date.parse(lock.worked_tm) < workBeatMs) return
  await sql`
    update vendor_lock
    set worked_tm = ${new Date(now).toISOString()}
    where vendor_lock_id = ${lock.vendor_lock_id}`.execute(db)
}

/** Whoever may not open a locked vendor's page may not view it as its customer either. */
async function refuseLockedView(
  db: Db,
  clock: Clock,
  { vendor_id }: Who,
  viewer: NonNullable<Who['viewed_by']>,
): Promise<void> {
  const lock = await lockOf(db, clock, viewer, vendor_id)
  if (!lock || lock.let_in || lock.locked_by === viewer.login_id) return
  throw viewOver(`${lockedRefusal(lock).message}.`, { vendor_id, company: viewer.company })
}
