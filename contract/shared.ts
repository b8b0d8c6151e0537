import { z } from 'zod'

/** A positive integer id, in a path or query. */
export const id = z.coerce.number<number>().int().positive().max(2_147_483_647)
/** A moment in UTC, ISO 8601. */
export const moment = z.string()
/** Exact money or measure, as the database's decimal text. */
export const decimal = z.string()
export const flag = z.union([z.literal(0), z.literal(1)])

/** How often a record's updates failed, and the last time why (document 2, section 9: over 25 percent moderate, over 90 severe). */
export const updateFailures = {
  updates: z.number(),
  failed: z.number(),
  failure_rate: z.number(),
  level: z.enum(['fine', 'moderate', 'severe']),
  last_failure_tm: moment.nullable(),
  last_reason: z.string().nullable(),
}

/** Every refusal's body (behaviour.md, Session, headers, errors). */
export const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), id: z.string().optional(), fields: z.record(z.string(), z.string()).optional() }),
})
export type ErrorBody = z.output<typeof errorBody>
