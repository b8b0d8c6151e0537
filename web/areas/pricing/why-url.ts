import { z } from 'zod'

/** The product whose price is explained. */
export const whyUrl = z.object({ product: z.coerce.number().int().positive().optional().catch(undefined) })
