import type { MoneyActName, MoneyFact, MoneyMoveView } from '#contract/approvals/acts.ts'
import { fromCents, type Cents } from '#contract/billing/cents.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { record, write, type ApprovableAct, type Ctx, type Who } from '#server/platform/services.ts'
import {
  askSecondPerson,
  needsSecondPerson,
  recordMovedAlone,
  refuseDuplicate,
  type LogActivity,
} from './second-person.ts'

/** An act as it is carried out: at once, for its preview, or once it is approved. */
export interface Doing<VendorId = number | null> {
  ctx: Ctx
  tx: Tx
  logActivity: LogActivity
  vendor_id: VendorId
}
/** What an act may move, and what it changes. */
export interface Moved {
  amount: Cents
  text: string
  changes: MoneyFact[]
  always?: string | undefined
}
/** An act of which a second person approves what it may move above the limit. */
export interface GuardedAct<Request extends object, VendorId extends number | null = number | null> {
  act: MoneyActName
  access: 'money' | 'admin'
  /** Whether staff who may not do it can ask for it. */
  requestable?: boolean
  /** Locks its vendor, and returns its id. */
  lock: (ctx: Ctx, tx: Tx, request: Request) => Promise<VendorId>
  perform: (doing: Doing<VendorId>, request: Request) => Promise<Moved>
  /** The request to store: what somebody else changes until it is approved is a conflict then. */
  keep: (tx: Tx, request: Request) => Promise<Request>
}

/** The largest amount that is stored. */
const mostCents = 999_999_999_999
const toMove = (act: MoneyActName, vendor_id: number | null, { amount, always }: Moved) => ({
  act,
  vendor_id,
  amount: fromCents(Math.min(amount, mostCents)),
  always,
})

/**
 * Carries out an act, unless it moves so much that another person must approve it: then nothing changes and the
 * request waits. Returns whether it waits.
 */
export const carryOut = <Request extends object, VendorId extends number | null>(
  ctx: Ctx,
  guarded: GuardedAct<Request, VendorId>,
  request: Request,
): Promise<boolean> =>
  write(ctx, async (tx, logActivity) => {
    // held beyond the savepoint: of two equal requests the second one sees the first
    const vendor_id = await guarded.lock(ctx, tx, request)
    await sql`savepoint before_act`.execute(tx)
    const moved = await guarded.perform({ ctx, tx, logActivity, vendor_id }, request)
    const move = toMove(guarded.act, vendor_id, moved)
    if (!(await needsSecondPerson(tx, ctx, move))) {
      await recordMovedAlone(tx, ctx, move, [])
      return false
    }
    await sql`rollback to savepoint before_act`.execute(tx)
    const { text } = moved
    const keptRequest = await guarded.keep(tx, request)
    await askSecondPerson(ctx, tx, logActivity, { ...move, request: keptRequest, text, label: text })
    return true
  })

/** Asks those who may do an act to do it. It is tried first, so that nothing impossible is asked for. */
export const requestAct = <Request extends object, VendorId extends number | null>(
  ctx: Ctx,
  guarded: GuardedAct<Request, VendorId>,
  request: Request,
  reason: string,
): Promise<number> =>
  write(ctx, async (tx, logActivity) => {
    const vendor_id = await guarded.lock(ctx, tx, request)
    await sql`savepoint before_act`.execute(tx)
    const moved = await guarded.perform({ ctx, tx, logActivity: async () => {}, vendor_id }, request)
    await sql`rollback to savepoint before_act`.execute(tx)
    const { text } = moved
    return askSecondPerson(ctx, tx, logActivity, {
      ...toMove(guarded.act, vendor_id, moved),
      request: await guarded.keep(tx, request),
      text,
      label: text,
      reason,
      isRequest: true,
    })
  })

/** Ends a preview's transaction, so that nothing of it stays. */
class PreviewEnd extends Error {
  readonly view: MoneyMoveView
  constructor(view: MoneyMoveView) {
    super('preview')
    this.view = view
  }
}

/** Previews an act with the code that performs it, in a transaction that is rolled back. */
async function weigh<Request extends object, VendorId extends number | null>(
  ctx: Ctx,
  guarded: GuardedAct<Request, VendorId>,
  request: Request,
  requester: Who,
): Promise<MoneyMoveView> {
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const vendor_id = await guarded.lock(ctx, tx, request)
      const doing = { ctx: inNameOf(ctx, requester), tx, logActivity: async () => {}, vendor_id }
      const moved = await guarded.perform(doing, request)
      const move = toMove(guarded.act, vendor_id, moved)
      // the second person looks at another's request
      const second_person = requester === ctx.who ? await needsSecondPerson(tx, ctx, move) : null
      if (second_person) await refuseDuplicate(tx, { ...move, request, text: moved.text })
      throw new PreviewEnd({ amount: move.amount, changes: moved.changes, second_person, faults: {} })
    })
  } catch (error) {
    if (error instanceof PreviewEnd) return error.view
    if (error instanceof Refusal && error.code === 'invalid' && error.fields)
      return { amount: '0.00', changes: [], second_person: null, faults: error.fields }
    throw error
  }
}
/** The same call by the requester. A preview moves nothing, and approving has needed a fresh sign-in itself. */
const inNameOf = (ctx: Ctx, requester: Who): Ctx => ({
  ...ctx,
  who: { ...requester, fresh: true },
  once: undefined,
})

/** How such an act is previewed, and how another person approves it. */
export const approvable = <Request extends object, VendorId extends number | null>(
  guarded: GuardedAct<Request, VendorId>,
): ApprovableAct => ({
  act: guarded.act,
  access: guarded.access,
  requestable: guarded.requestable ?? false,
  weigh: (ctx, requester, { request }) => weigh(ctx, guarded, request as Request, requester),
  weighOwn: (ctx, request) => weigh(ctx, guarded, request as Request, ctx.who),
  async begin(ctx, tx, requester, { request }) {
    const vendor_id = await guarded.lock(ctx, tx, request as Request)
    const logActivity: LogActivity = (activity) =>
      record(tx, { ...ctx, who: requester }, ...[activity].flat())
    const doing = { ctx: inNameOf(ctx, requester), tx, logActivity, vendor_id }
    await guarded.perform(doing, request as Request)
    return null
  },
})
