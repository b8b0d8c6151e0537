import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import type { ChargeStep } from '#contract/payments/charge-page.ts'
import { declineText } from '#contract/payments/decline-words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bySchedule, networkOf, step, toPaper, type AboutCharge } from './step.ts'

interface Move {
  vendor_charge_id: number | null
  tm: string
  amount: string
  card: string | null
  type: number
  status: number | null
  card_exception: string | null
  decline_code: string | null
  ghost: boolean
  asked_tm: string | null
  asked_by: string | null
  /** What the person wrote. */
  note: string | null
  /** The gateway hasn't answered yet. */
  pending: boolean
  invoice_id: number | null
  series: string | null
  number: number | null
}

/** The attempts of the invoice of a charge, or the one without an invoice; those under way come last. */
export async function attemptSteps(db: Db, about: AboutCharge): Promise<ChargeStep[]> {
  const { vendor_id, vendor_charge_id: id, invoice_id } = about
  const { rows } = await sql<Move>`
    select c.vendor_charge_id, c.tm, c.amount, c.card, c.vendor_charge_trans_type_id as type,
      c.vendor_charge_status_id as status, c.card_exception, c.decline_code, c.ghost, m.insert_tm as asked_tm,
      case when m.asked_by is not null then m.asked_by_name end as asked_by, m.terms ->> 'note' as note,
      false as pending, null::bigint as invoice_id, null as series, null::int as number
    from vendor_charge c
    left join money_intent m using (money_intent_id)
    where c.vendor_id = ${vendor_id}
      and (c.vendor_charge_id = ${id}
        or c.invoice_id = ${invoice_id} and c.vendor_charge_trans_type_id <> ${sql.lit(transType.refund)})
    union all
    select null, m.insert_tm, m.amount, m.card, ${sql.lit(transType.charge)}, null, m.last_error, null, false,
      m.insert_tm, case when m.asked_by is not null then m.asked_by_name end, null, true, null, null, null
    from money_intent m
    where m.vendor_id = ${vendor_id} and m.state = 'open' and m.invoice_id = ${invoice_id}
    order by pending, vendor_charge_id
    limit 60`.execute(db)
  return rows.flatMap((row, place) => moveSteps(row, id, attemptWords(row, place)))
}

/** The refunds of a charge, done, failed and under way. */
export async function refundSteps(db: Db, { vendor_id, vendor_charge_id: id }: AboutCharge) {
  const { rows } = await sql<Move>`
    select c.vendor_charge_id, c.tm, c.amount, c.card, c.vendor_charge_trans_type_id as type,
      c.vendor_charge_status_id as status, c.card_exception, c.decline_code, c.ghost, m.insert_tm as asked_tm,
      case when m.asked_by is not null then m.asked_by_name end as asked_by, m.terms ->> 'note' as note,
      false as pending, i.invoice_id, i.series, i.number
    from vendor_charge c
    left join money_intent m using (money_intent_id)
    left join invoice i on i.invoice_id = c.invoice_id
    where c.refund_of = ${id}
    union all
    select null, m.insert_tm, m.amount, m.card, ${sql.lit(transType.refund)}, null, m.last_error, null, false,
      m.insert_tm, case when m.asked_by is not null then m.asked_by_name end, m.terms ->> 'note', true, null, null, null
    from money_intent m
    where m.vendor_id = ${vendor_id} and m.state = 'open' and m.refund_of = ${id}
    order by pending, vendor_charge_id
    limit 60`.execute(db)
  return rows.flatMap((row) => moveSteps(row, id, refundWords(row)))
}

interface Words {
  asked: string
  done: string
  declined: string
  pending: string
  kinds: readonly [asked: ChargeStep['kind'], done: ChargeStep['kind']]
}

function attemptWords(row: Move, place: number): Words {
  if (row.type === transType.refund) return refundWords(row)
  const amount = money(row.amount)
  const onCard = row.card === null ? '' : ` to ${row.card}`
  const begins = (text: string) =>
    place === 0 ? text : `Retry ${place}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  return {
    asked: begins(`Charge of ${amount} requested`),
    done: begins(doneText(row, amount, onCard)),
    declined: begins(`${amount} declined${row.card === null ? '' : ` by ${row.card}`}`),
    pending: begins(`${amount}${onCard} pending at the gateway`),
    kinds: ['attempt', 'paid'],
  }
}

function doneText({ type, ghost: isGhost }: Move, amount: string, onCard: string): string {
  if (type === transType.auth) return `Authorized ${amount}${onCard.replace(' to ', ' on ')}, then released`
  if (type === transType.owedThirdParty) return `${amount} owed by a third party`
  if (type === transType.paidThirdParty) return `${amount} paid by a third party`
  return isGhost ? `Paid ${amount} outside the gateway` : `Charged ${amount}${onCard}`
}

function refundWords(row: Move): Words {
  const amount = money(row.amount)
  const onCard = row.card === null ? '' : ` to ${row.card}`
  return {
    asked: `Refund of ${amount} requested`,
    done: `Refunded ${amount}${onCard}`,
    declined: `Refund of ${amount} failed`,
    pending: `Refund of ${amount}${onCard} pending at the gateway`,
    kinds: ['refund', 'refunded'],
  }
}

const sameMomentMs = 60_000
/** One step for what was answered within a minute, else one for the request and one for its result. */
function moveSteps(row: Move, own: number, words: Words): ChargeStep[] {
  const { vendor_charge_id: id, asked_tm, note } = row
  const by = row.asked_by ?? (row.asked_tm === null ? 'Imported' : bySchedule)
  const key = id === null ? `pending ${row.tm}` : `charge ${id}`
  if (row.pending)
    return [step({ key, tm: row.tm, kind: 'pending', text: words.pending, detail: row.card_exception, by })]
  const [askedKind, doneKind] = words.kinds
  const isDone = (row.status ?? chargeStatus.succeeded) === chargeStatus.succeeded
  const isAtOnce = asked_tm === null || Date.parse(row.tm) - Date.parse(asked_tm) < sameMomentMs
  const result = step({
    key,
    tm: row.tm,
    kind: isDone ? doneKind : 'declined',
    text: isDone ? words.done : words.declined,
    detail: isDone ? null : declineText(row.decline_code, row.card_exception),
    by: isAtOnce ? by : networkOf(row.card),
    charge_id: id === own ? null : id,
    paper: toPaper(row),
  })
  if (isAtOnce) return [{ ...result, detail: result.detail ?? note }]
  return [
    step({ key: `${key} asked`, tm: asked_tm, kind: askedKind, text: words.asked, detail: note, by }),
    result,
  ]
}
