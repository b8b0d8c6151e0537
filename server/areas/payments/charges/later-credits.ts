import { numberOf } from '#contract/billing/papers.ts'
import type { PaymentEffects } from '#contract/payments/payments.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** What later bills credited for an invoice's days. */
export async function readLaterCredits(
  db: Db,
  invoiceId: number | null,
): Promise<PaymentEffects['came_off']> {
  const { rows } = await sql<{ amount: string; series: 'INV'; number: number }>`
    select (-sum(b.amount))::text as amount, i.series, i.number
    from bill_item b
    join invoice i using (invoice_id)
    where b.of_invoice = ${invoiceId} and i.written_off_tm is null
    group by i.invoice_id
    having sum(b.amount) < 0
    order by i.invoice_id
    limit 100`.execute(db)
  return rows.map(({ amount, ...paper }) => ({ amount, number: numberOf(paper) }))
}
