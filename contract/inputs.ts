import { z } from 'zod'
import { isEmail } from './formats.ts'

/** A positive integer id, in a path or query. */
export const id = z.coerce.number<number>().int().positive().max(2_147_483_647)

export const email = z.string().trim().max(254).refine(isEmail, 'This is not a valid email address')

/** What stands between braces in a path and is no id. */
export const pathTexts = { token: z.string().min(10).max(200) }
