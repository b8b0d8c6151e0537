import { z } from 'zod'

/** Why a record was found, if that isn't obvious, with the matching text. */
export const match = z.object({
  by: z.enum([
    'contact',
    'email',
    'phone',
    'store',
    'charge',
    'note',
    'similar name',
    'SKU',
    'UPC',
    'ASIN',
    'title',
    'brand',
    'similar',
  ]),
  text: z.string(),
})

export type Match = z.output<typeof match>
