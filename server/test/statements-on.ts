import type { Harness } from './harness.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** Counts the statements that write to a table from now on. */
export async function statementsOn(h: Harness, table: string): Promise<() => Promise<number>> {
  const { pool } = h.services.database
  await pool.query(`
    create sequence statements_on_${table};
    create function count_on_${table}() returns trigger language plpgsql as $$
    begin
      perform nextval('statements_on_${table}');
      return null;
    end $$;
    create trigger count_statements after insert or update or delete on ${table}
    for each statement execute function count_on_${table}()`)
  return async () => {
    const { rows } = await pool.query<{ n: number }>(`
      select case when is_called then last_value else 0 end as n from statements_on_${table}`)
    return Number(singleRow(rows).n)
  }
}
