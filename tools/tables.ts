// Writes server/db/tables.ts, the row types, from a migrated database's catalogue.
// `--check` compares instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/platform/database/migrate.ts'
import { temporaryPostgres } from '../server/test/temporary.ts'

const target = join(import.meta.dirname, '..', 'server', 'db', 'tables.ts')
const types: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  jsonb: 'Json',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'integer[]': 'number[]',
}

const server = await temporaryPostgres('tables', { fast: true })
await migrate(server.url)
const client = new pg.Client({ connectionString: server.url })
await client.connect()
const { rows } = await client.query<{ t: string; n: string; ty: string; nul: boolean; def: boolean }>(`
  select c.relname t, a.attname n, format_type(a.atttypid, null) ty, not a.attnotnull nul,
    (a.atthasdef or a.attidentity <> '') def
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace
    and c.relkind = 'r'
    and a.attnum > 0
    and not a.attisdropped
  order by 1, a.attnum`)
await client.end()
await server.remove()

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, c: string) => c.toUpperCase())
const tables = Map.groupBy(rows, (r) => r.t)
let text = `// Made by \`npm run tables\` from the migrations: do not edit.
import type { ColumnType, Generated } from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any -- each column's shape is parsed where it is read
export type Json = ColumnType<any, string | null | undefined, unknown>
`
for (const [table, columns] of tables) {
  text += `\nexport interface ${pascal(table)} {\n`
  for (const c of columns) {
    const type = (types[c.ty] ?? 'string') + (c.nul ? ' | null' : '')
    const columnType = c.def ? `Generated<${type}>` : type
    text += `  ${c.n}: ${types[c.ty] === 'Json' ? 'Json' : columnType}\n`
  }
  text += '}\n'
}
text += `\nexport interface DB {\n${[...tables.keys()].map((t) => `  ${t}: ${pascal(t)}\n`).join('')}}\n`
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('server/db/tables.ts is not what the migrations make: run `npm run tables`')
    process.exitCode = 1
  }
} else writeFileSync(target, text)
