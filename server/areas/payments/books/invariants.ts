import { dayOf } from '#contract/billing/days.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { invariantsOfMoves } from './move-invariants.ts'
import { invariantsOfPapers } from './paper-invariants.ts'

export type Invariants = Record<
  string,
  {
    /** What is wrong where a row comes. */
    text: string
    /** Rows that break it: `id`, and the vendor where there is one. */
    rows: ReturnType<typeof sql>
  }
>

const mostShown = 20
export interface Broken {
  name: string
  text: string
  rows: { id: string; vendor_id: number | null }[]
  /** How many there are. */
  broken: number
}

const allAt = (ms: number): Invariants => ({
  ...invariantsOfPapers({ today: dayOf(ms) }),
  ...invariantsOfMoves({ now: new Date(ms).toISOString() }),
})
/** What is wrong where each is broken, by name. */
export const invariantTexts = (ms: number): Record<string, string> =>
  Object.fromEntries(Object.entries(allAt(ms)).map(([name, { text }]) => [name, text]))

/**
 * What must hold of money, each a query that returns no row, with the first rows that break it (docs/domain.md,
 * What must hold of money).
 */
export async function checkBooks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Broken[]> {
  const found: Broken[] = []
  // one after another: each may read a whole table
  for (const [name, { text, rows }] of Object.entries(allAt(clock.now()))) {
    const result = await sql<Broken['rows'][number] & { broken: number }>`
      select *, count(*) over ()::int as broken
      from (${rows}) broken
      order by id
      limit ${mostShown}`.execute(db)
    found.push({
      name,
      text,
      rows: result.rows.map(({ id, vendor_id }) => ({ id, vendor_id })),
      broken: result.rows[0]?.broken ?? 0,
    })
  }
  return found
}
/** Those that are broken alone. */
export const broken = async (services: Pick<Services, 'db' | 'clock'>): Promise<Broken[]> =>
  (await checkBooks(services)).filter((check) => check.rows.length > 0)
