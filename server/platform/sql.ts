import { sql } from 'kysely'

/** A feed is the supplier's own, not one that a vendor has from it. The statement names one feed. */
export const ownFeed = sql<boolean>`vendor_custom_feed_id is null`

/** Text for a LIKE pattern in which nothing stands for something else. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** A LIKE pattern: anything that contains the text. */
export const contains = (text: string): string => `%${literal(text)}%`
