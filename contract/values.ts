import { z } from 'zod'

/** A moment in UTC, ISO 8601. */
export const moment = z.string()
/** Exact money or measure, as the database's decimal text. */
export const decimal = z.string()
export const flag = z.union([z.literal(0), z.literal(1)])

/** How often a record's updates failed, and why the last one did (docs/domain/suppliers.md, Update failures). */
export const updateFailures = {
  updates: z.number(),
  failed: z.number(),
  failure_rate: z.number(),
  level: z.enum(['fine', 'moderate', 'severe']),
  last_failure_tm: moment.nullable(),
  last_reason: z.string().nullable(),
}
