import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { isOpen } from './open-papers.ts'

/** How many invoices an email names. */
const mostNamed = 5

/** What vendors owe, for a sentence: “$49 for invoice INV-1042 is”. A vendor that owes nothing has no entry. */
export async function owedOf(db: Db, vendorIds: readonly number[]): Promise<Map<number, string>> {
  if (vendorIds.length === 0) return new Map()
  const { rows } = await sql<{
    vendor_id: number
    balance: string
    papers: { series: string; number: number }[]
  }>`
    select vendor_id, sum(total)::numeric(12,2)::text as balance,
      jsonb_agg(jsonb_build_object('series', series, 'number', number) order by invoice_id) as papers
    from invoice
    where vendor_id = any(${vendorIds as number[]}::int[]) and ${isOpen}
    group by vendor_id`.execute(db)
  return new Map(
    rows.map(({ vendor_id, ...owed }) => [vendor_id, owedText(owed.balance, owed.papers.map(numberOf))]),
  )
}

/** What is owed, with its verb. */
export function owedText(balance: string, numbers: readonly string[]): string {
  const named = numbers.slice(0, mostNamed)
  const hidden = numbers.length - named.length
  const all = [...named, ...(hidden > 0 ? [`${hidden} more`] : [])]
  const last = all.pop()
  return `${money(balance)} for invoice${numbers.length === 1 ? '' : 's'} ${all.length > 0 ? `${all.join(', ')} and ` : ''}${last} is`
}
