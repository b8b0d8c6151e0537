import type { sql } from '#server/platform/database/db.ts'

/** Something that must hold of money. */
export interface Invariant {
  /** What is wrong if a row breaks it. */
  text: string
  /** The rows that break it: `id`, and the vendor if there is one. */
  rows: ReturnType<typeof sql>
}
