import type { Parsed } from '#contract/index.ts'
import { chosenColumns, mostViews, type SavedView } from '#contract/lists/views.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { conflict, forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale, versionColumn, type Edited } from '#server/platform/versions.ts'

const editedView = (id: number): Edited => ({ entity: 'saved_view', id, types: ['view.save'] })
const details = ['name', 'search', 'columns', 'shared'] as const
type Row = Omit<SavedView, 'own' | 'may_change'> & { login_id: number }

const mayChange = (who: Ctx['who'], login_id: number) => login_id === who.login_id || who.role === 'admin'

export async function listSavedViews(ctx: Ctx, { query }: Parsed<'listSavedViews'>): Promise<SavedView[]> {
  const { login_id } = ctx.who
  return readViews(ctx, ctx.db, sql`v.list = ${query.list} and (v.shared or v.login_id = ${login_id})`)
}

async function readViews({ who }: Ctx, db: Db, where: ReturnType<typeof sql>): Promise<SavedView[]> {
  const { rows } = await sql<Row>`
    select v.saved_view_id, v.list, v.name, v.search, v.columns, v.shared, v.login_id,
      coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), l.email) as owner,
      ${versionColumn({ entity: 'saved_view', types: ['view.save'] }, 'v.saved_view_id')} as version
    from saved_view v
    join login l using (login_id)
    join vendor p on p.vendor_id = l.vendor_id
    left join contact c on c.contact_id = p.primary_contact_id
    where ${where}
    order by v.login_id <> ${who.login_id}, lower(v.name), v.saved_view_id
    limit 500`.execute(db)
  return rows.map(({ login_id, ...row }) => ({
    ...row,
    own: login_id === who.login_id,
    may_change: mayChange(who, login_id),
  }))
}

const readView = async (ctx: Ctx, tx: Tx, id: number) =>
  (await readViews(ctx, tx, sql`v.saved_view_id = ${id}`))[0]!

/** One person's names are given one at a time. */
const namesAlone = (tx: Tx, login_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${login_id}`}, 0))`.execute(tx)

async function refuseTaken(tx: Tx, of: { login_id: number; list: string; name: string }, besides = 0) {
  const taken = await tx
    .selectFrom('saved_view')
    .select('saved_view_id')
    .where('login_id', '=', of.login_id)
    .where('list', '=', of.list)
    .where(sql`lower(name)`, '=', sql`lower(${of.name})`)
    .where('saved_view_id', '<>', besides)
    .executeTakeFirst()
  const sentence = `There is a view “${of.name}” of this list already`
  if (taken) throw invalid({ name: sentence }, sentence)
}

export const saveView = (ctx: Ctx, { body }: Parsed<'saveView'>) =>
  write(ctx, async (tx, logActivity) => {
    const { login_id } = ctx.who
    await namesAlone(tx, login_id)
    await refuseTaken(tx, { ...body, login_id })
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from saved_view where login_id = ${login_id}`.execute(tx)
    if (rows[0]!.n >= mostViews)
      throw conflict(`You have ${mostViews} views, which is the most. Remove one that you don’t need.`)
    const { saved_view_id } = await tx
      .insertInto('saved_view')
      .values({ ...body, columns: JSON.stringify(body.columns), login_id })
      .returning('saved_view_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'view.save',
      entity: 'saved_view',
      entity_id: saved_view_id,
      message: `View “${body.name}” of ${body.list} saved${body.shared ? ' for all staff' : ''}`,
    })
    return readView(ctx, tx, saved_view_id)
  })

export const changeSavedView = (ctx: Ctx, { params, body }: Parsed<'changeSavedView'>) =>
  write(ctx, async (tx, logActivity) => {
    const { version, ...after } = body
    const row = await lockView(ctx, tx, params.id)
    await refuseStale(tx, ctx, editedView(params.id), version)
    await namesAlone(tx, row.login_id)
    await refuseTaken(tx, { ...row, name: after.name }, params.id)
    const changes = differences({ ...row, columns: chosenColumns.parse(row.columns) }, after)
    if (changes) {
      await tx
        .updateTable('saved_view')
        .set({ ...after, columns: JSON.stringify(after.columns), updated_tm: sql`now()` })
        .where('saved_view_id', '=', params.id)
        .execute()
      await logActivity({
        type: 'view.save',
        entity: 'saved_view',
        entity_id: params.id,
        message: `View “${after.name}” of ${row.list} changed: ${Object.keys(changes).join(', ')}`,
        changes,
      })
    }
    return readView(ctx, tx, params.id)
  })

export const removeSavedView = (ctx: Ctx, { params }: Parsed<'removeSavedView'>) =>
  write(ctx, async (tx, logActivity) => {
    const row = await lockView(ctx, tx, params.id)
    await tx.deleteFrom('saved_view').where('saved_view_id', '=', params.id).execute()
    await logActivity({
      type: 'view.remove',
      entity: 'saved_view',
      entity_id: params.id,
      message: `View “${row.name}” of ${row.list} removed`,
    })
  })

/** Of another person's view that isn't shared nobody learns that it is there. */
async function lockView({ who }: Ctx, tx: Tx, id: number) {
  const row = await tx
    .selectFrom('saved_view')
    .select(['login_id', 'list', ...details])
    .where('saved_view_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (!row.shared && row.login_id !== who.login_id && who.role !== 'admin')) throw notFound('view')
  if (!mayChange(who, row.login_id))
    throw forbidden('Only who made a view may change it. Save one of your own.')
  return row
}
