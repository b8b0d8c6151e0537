// Notes which columns each raw statement returned, so that `tools/sql-types.ts` can hold the row types that
// the code declares against them.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely'
import pg from 'pg'

/** What one statement returned: the columns by name, each with its type's oid and whether it was ever null. */
export interface RecordedStatement {
  /** The template's texts, joined by `${}`: the statement as it stands in the source. */
  template: string
  columns: Record<string, { oid: number; hasNull: boolean }>
}
/** Rows looked through for nulls: a large result says no more than its beginning. */
const mostRows = 200

/** Appends what this process's raw statements return to a file of its own in the folder. */
export function recordStatements(folder: string): void {
  const file = join(folder, `${process.pid}.jsonl`)
  const templates = new Map<string, string>()
  const written = new Map<string, string>()

  const builder = Object.getPrototypeOf(sql`select 1`) as RawBuilder<unknown>
  const execute: (
    this: RawBuilder<unknown>,
    provider: QueryExecutorProvider,
  ) => Promise<QueryResult<unknown>> = Reflect.get(builder, 'execute')
  builder.execute = function (this: RawBuilder<unknown>, provider: QueryExecutorProvider) {
    const node = this.toOperationNode()
    if (node.kind === 'RawNode' && 'sqlFragments' in node)
      templates.set(this.compile(provider).sql, (node.sqlFragments as string[]).join('${}'))
    return execute.call(this, provider)
  }

  const client = pg.Client.prototype as unknown as { query(...values: unknown[]): unknown }
  const query: (...values: unknown[]) => unknown = Reflect.get(client, 'query')
  client.query = function (this: unknown, ...values: unknown[]) {
    const answer = query.apply(this, values)
    const [first] = values as [string | { text?: string }]
    const text = typeof first === 'string' ? first : first.text
    const template = text === undefined ? undefined : templates.get(text)
    if (template !== undefined && answer instanceof Promise)
      answer.then(
        (result: pg.QueryResult<Record<string, unknown>>) => note(template, result),
        () => {},
      )
    return answer
  }

  function note(template: string, { fields, rows }: pg.QueryResult<Record<string, unknown>>): void {
    const columns: RecordedStatement['columns'] = {}
    for (const { name, dataTypeID } of fields ?? [])
      columns[name] = {
        oid: dataTypeID,
        hasNull: rows.slice(0, mostRows).some((row) => row[name] === null),
      }
    const line = JSON.stringify({ template, columns } satisfies RecordedStatement)
    if (written.get(template) === line) return
    written.set(template, line)
    appendFileSync(file, `${line}\n`)
  }
}
