import { transType } from '#contract/billing/billing.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { drawPaper, type Paper } from './draw-paper.ts'

/** An invoice or a credit note as staff read it on the screen. */
export async function getPaper({ db }: Ctx, { params }: Parsed<'getPaper'>): Promise<Result<'getPaper'>> {
  const paper = await readPaper(db, params.vendor_id, params.invoice_id)
  const { kind, issued_on, period_starts: starts, period_ends: ends, lines, total, corrects } = paper
  return {
    number: numberOf(paper),
    kind,
    issued_on,
    period: starts && ends ? { starts, ends } : null,
    lines,
    total,
    corrects: corrects && numberOf(corrects),
  }
}

export const downloadInvoice = (ctx: Ctx, { params }: Parsed<'downloadInvoice'>) =>
  paperOf(ctx, params.vendor_id, params.invoice_id)

/** A vendor's invoice or credit note as a PDF; the same rows give the same bytes. */
export async function paperOf(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  vendor_id: number,
  invoice_id: number,
): Promise<FileAnswer> {
  const paper = await readPaper(db, vendor_id, invoice_id)
  return {
    name: `${numberOf(paper)}.pdf`,
    type: 'application/pdf',
    body: drawPaper(paper, config.invoiceIssuer),
  }
}

async function readPaper(db: Db, vendor_id: number, invoice_id: number): Promise<Paper> {
  const { rows } = await sql<Paper>`
    select i.series, i.number, i.kind, i.issued_on, i.issued_tm, i.total, i.bill_to, i.paid_tm,
      i.written_off_tm, i.period_starts, i.period_ends,
      exists (
        select
        from vendor_charge c
        where c.invoice_id = i.invoice_id
          and c.vendor_id = i.vendor_id
          and c.vendor_charge_trans_type_id = ${sql.lit(transType.owedThirdParty)}) as third_party,
      case when o.invoice_id is not null then
        jsonb_build_object('series', o.series, 'number', o.number) end as corrects,
      array(
        select jsonb_build_object('text', l.text, 'amount', l.amount::text)
        from invoice_line l
        where l.invoice_id = i.invoice_id
        order by l.line_no) as lines
    from invoice i
    left join invoice o on o.invoice_id = i.credit_note_of
    where i.invoice_id = ${invoice_id} and i.vendor_id = ${vendor_id}`.execute(db)
  const paper = rows[0]
  if (!paper) throw notFound('invoice')
  return paper
}
