import { z } from 'zod'

/** Every refusal's code with its status. */
export const refusalStatus = {
  invalid: 400,
  login_failed: 400,
  code_needed: 400,
  signed_out: 401,
  forbidden: 403,
  locked: 403,
  viewing: 403,
  view_over: 403,
  confirm_identity: 403,
  two_step_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  bad_range: 416,
  app_version: 426,
  too_many: 429,
  disk_full: 507,
} as const
export type RefusalCode = keyof typeof refusalStatus

/** A field that somebody else changed since a form was opened. */
const fieldChange = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  by: z.string(),
  tm: z.string(),
})
export type FieldChange = z.output<typeof fieldChange>

/** A vendor's lock: who holds it, since when and why (docs/domain/vendor-access.md, Lock). */
export const heldLock = z.object({
  vendor_lock_id: z.number(),
  vendor_id: z.number(),
  company: z.string(),
  locked_by_vendor_id: z.number(),
  holder: z.string(),
  reason: z.string(),
  since: z.string(),
})
export type HeldLock = z.output<typeof heldLock>

/** Whose account was viewed, once the view is over (docs/domain/vendor-access.md, Customer view). */
const overView = z.object({ vendor_id: z.number(), company: z.string() })
export type OverView = z.output<typeof overView>

/** The body of every refusal and failure. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    id: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    /** A conflict: what changed meanwhile, and the version with which to overwrite it on purpose. */
    version: z.number().optional(),
    changed: z.array(fieldChange).optional(),
    /** Somebody else has locked the vendor. */
    lock: heldLock.optional(),
    /** The caller's own view of a customer's account has ended. */
    view: overView.optional(),
  }),
})
export type ErrorBody = z.output<typeof errorBody>
