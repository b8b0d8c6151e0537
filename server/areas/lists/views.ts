import type { SavedView } from '#contract/lists/views.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { forbidden, invalid, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionColumn } from '#server/platform/database/versions.ts'

const details = ['name', 'search', 'columns', 'shared'] as const
type Row = Omit<SavedView, 'own' | 'may_change'> & { login_id: number }

const mayChange = (editor: Ctx['who'], login_id: number) =>
  login_id === editor.login_id || editor.role === 'admin'

export async function readViews(ctx: Ctx, db: Db, condition: ReturnType<typeof sql>): Promise<SavedView[]> {
  const { rows } = await sql<Row>`
    select v.saved_view_id, v.list, v.name, v.search, v.columns, v.shared, v.login_id,
      coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), l.email) as owner,
      ${versionColumn({ entity: 'saved_view', types: ['view.save'] }, 'v.saved_view_id')} as version
    from saved_view v
    join login l using (login_id)
    join vendor p on p.vendor_id = l.vendor_id
    left join contact c on c.contact_id = p.primary_contact_id
    where ${condition}
    order by v.login_id <> ${ctx.who.login_id}, lower(v.name), v.saved_view_id
    limit 500`.execute(db)
  return rows.map(({ login_id, ...row }) => ({
    ...row,
    own: login_id === ctx.who.login_id,
    may_change: mayChange(ctx.who, login_id),
  }))
}

export const readView = async (ctx: Ctx, tx: Tx, id: number) =>
  singleRow(await readViews(ctx, tx, sql`v.saved_view_id = ${id}`))

/** Serializes the naming of one person's views. */
export const namesAlone = (tx: Tx, login_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${login_id}`}, 0))`.execute(tx)

export async function refuseTaken(
  tx: Tx,
  view: { login_id: number; list: string; name: string },
  besides = 0,
) {
  const namesake = await tx
    .selectFrom('saved_view')
    .select('saved_view_id')
    .where('login_id', '=', view.login_id)
    .where('list', '=', view.list)
    .where(sql`lower(name)`, '=', sql`lower(${view.name})`)
    .where('saved_view_id', '<>', besides)
    .executeTakeFirst()
  const sentence = `This list already has a view named “${view.name}”`
  if (namesake) throw invalid({ name: sentence }, sentence)
}

/** Another person's unshared view is reported as missing. */
export async function lockView(ctx: Ctx, tx: Tx, id: number) {
  const { login_id, role } = ctx.who
  const row = await tx
    .selectFrom('saved_view')
    .select(['login_id', 'list', ...details])
    .where('saved_view_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (!row.shared && row.login_id !== login_id && role !== 'admin')) throw notFound('view')
  if (!mayChange(ctx.who, row.login_id))
    throw forbidden('Only its creator can change a view. Save your own instead.')
  return row
}
