import { z } from 'zod'

/** What a record was found by, where that isn't plain to see, with the text that was found. */
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
