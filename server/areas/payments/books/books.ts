import type { Books } from '#contract/payments/books.ts'
import { many } from '#contract/words.ts'
import { alone, sql, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Services } from '#server/platform/services.ts'
import { checkBooks, invariantTexts, type InvariantCheck } from './invariants.ts'
import { raise } from '#server/platform/notices.ts'

/** Checks the books, saves the result, and notifies staff of what is newly broken. */
export async function keepBooksChecked(services: Services): Promise<void> {
  const checks = await checkBooks(services)
  await services.db.transaction().execute((tx) => saveChecks(tx, checks, services.clock.now()))
}

async function saveChecks(tx: Tx, checks: readonly InvariantCheck[], now: number): Promise<void> {
  const tm = new Date(now).toISOString()
  const rows = checks.map((check) => ({ name: check.name, broken: check.broken, found: check.rows }))
  const { rows: anew } = await sql<{ name: string }>`
    with before as (
      select name, broken_since from books_check
    ), kept as (
      insert into books_check (name, broken, found, checked_tm, broken_since)
      select name, broken, found, ${tm}::timestamptz, case when broken > 0 then ${tm}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (name text, broken int, found jsonb)
      on conflict (name) do update
      set broken = excluded.broken, found = excluded.found, checked_tm = excluded.checked_tm,
        broken_since = case when excluded.broken > 0
          then coalesce(books_check.broken_since, excluded.broken_since) end
      returning name, broken)
    select k.name
    from kept k
    left join before b using (name)
    where k.broken > 0 and b.broken_since is null`.execute(tx)
  const newlyBroken = checks.filter(({ name }) => anew.some((row) => row.name === name))
  if (newlyBroken.length === 0) return
  await raise(
    tx,
    ...newlyBroken.map(({ name, text, broken: count }) => ({
      kind: 'books' as const,
      subject: name,
      message: `Ledger check failed. ${text}: ${many(count, 'row')}`,
      link: '/billing/',
    })),
  )
}

/** Checks the books for a person. */
export async function auditBooks(ctx: Ctx): Promise<Books> {
  let isDone = false
  await alone(ctx.db, 'books are checked', 'leave', async () => {
    const checks = await checkBooks(ctx)
    await write(ctx, async (tx, logActivity) => {
      await saveChecks(tx, checks, ctx.clock.now())
      const bad = checks.filter(({ broken: count }) => count > 0).length
      await logActivity({
        type: 'payment.books',
        message: bad === 0 ? 'Ledger checks: all passed' : `Ledger checks: ${bad} of ${checks.length} failed`,
      })
    })
    isDone = true
  })
  if (!isDone) throw conflict('Ledger checks are already running. Try again in a minute')
  return getBooks(ctx)
}

/** The result of the last check of the books, broken invariants first. */
export async function getBooks({ db, clock }: Services): Promise<Books> {
  const { rows } = await sql<{
    name: string
    broken: number
    broken_since: string | null
    checked_tm: string
    rows: { id: string; vendor_id: number | null; company: string | null }[]
  }>`
    select c.name, c.broken, c.broken_since, c.checked_tm,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', f->>'id', 'vendor_id', (f->>'vendor_id')::int, 'company', v.company)), '[]')
        from jsonb_array_elements(c.found) f
        left join vendor v on v.vendor_id = (f->>'vendor_id')::int
      ) as rows
    from books_check c
    limit 200`.execute(db)
  const rowByName = new Map(rows.map((row) => [row.name, row]))
  const checks = Object.entries(invariantTexts(clock.now())).flatMap(([name, text]) => {
    const row = rowByName.get(name)
    return row ? { name, text, broken: row.broken, broken_since: row.broken_since, rows: row.rows } : []
  })
  return {
    checked_tm: rows.reduce<string | null>(
      (last, row) => (last && last > row.checked_tm ? last : row.checked_tm),
      null,
    ),
    checks: checks.toSorted((a, b) => Number(b.broken > 0) - Number(a.broken > 0)),
  }
}
