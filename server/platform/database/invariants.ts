import { sql, type Db } from './db.ts'

/** Queries of `id` that return nothing, by what they say. */
export type Invariants = Readonly<Record<string, ReturnType<typeof sql>>>

/** The names of those that are broken, each with its first record. */
export async function brokenInvariants(db: Db, invariants: Invariants): Promise<string[]> {
  const { rows } = await sql<{ name: string; id: number }>`
    ${sql.join(
      Object.entries(invariants).map(
        ([name, query]) =>
          sql`select ${name}::text as name, min(x.id)::bigint as id from (${query}) x having count(*) > 0`,
      ),
      sql` union all `,
    )}`.execute(db)
  return rows.map(({ name, id }) => `${name}: ${id}`)
}
