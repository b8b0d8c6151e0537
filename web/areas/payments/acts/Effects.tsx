import { Box, Text } from '@mantine/core'
import { money } from '#contract/formats.ts'
import type { PaymentEffects } from '#contract/payments/payments.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { MoneyLines } from '../../../ui/MoneyLines.tsx'
import { Facts } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'
import { SecondPersonText, type WeighedBy } from '../../approvals/public.tsx'
import { unbilledText } from '../../billing/public.tsx'

type WeighedAct = WeighedBy<PaymentEffects & { faults: Record<string, string> }>
interface EffectsProps {
  effects: WeighedAct
  paper: 'Invoice' | 'Credit note'
}

/** Shown before the act, computed by the same code: the invoice or credit note, the card, what changes. */
export function Effects({ effects, paper }: EffectsProps) {
  const { busy } = effects
  return (
    <Box role="status" aria-busy={busy} className={busy ? 'dimmed-rows' : undefined} mih={132}>
      <EffectsNow effects={effects} paper={paper} />
    </Box>
  )
}

function EffectsNow({ effects: { data, error, sound, busy }, paper }: EffectsProps) {
  if (!sound) return <Text size="sm">Fill in all fields to see a preview.</Text>
  const fault = error && !busy ? error.message : data && Object.values(data.faults).join('. ')
  if (fault)
    return (
      <Text size="sm" c="var(--bad)">
        {fault}
      </Text>
    )
  if (!data) return <Text size="sm">Calculating…</Text>
  return <EffectFacts effects={data} paper={paper} />
}

function EffectFacts({ effects: e, paper }: { effects: PaymentEffects; paper: string }) {
  // a day or a bill that the act sets but that will not be billed
  const unbilledNotice = isMoved(e.next_charge_date, e.next_bill) && unbilledText(e.status.to)
  return (
    <>
      {e.lines.length > 0 ? (
        <MoneyLines label={paper} lines={e.lines} sum={paper} total={e.total} />
      ) : (
        <Text size="sm">No invoice is issued.</Text>
      )}
      <Box mt={10}>
        <Facts facts={factsOf(e)} />
      </Box>
      {unbilledNotice && (
        <Text size="sm" mt={8}>
          {unbilledNotice}
        </Text>
      )}
      {e.came_off.map(({ amount, number }) => (
        <Text key={number} size="sm" mt={8}>
          {money(amount)} for unused days of this {paper === 'Invoice' ? 'invoice' : 'charge'} was already
          credited on {number}
          {paper === 'Invoice' && ' and stays credited'}.
        </Text>
      ))}
      {Number(e.twice) > 0 && (
        <Text size="sm" fw={600}>
          {money(e.twice)} of this refund was already credited, so it would be returned twice.
        </Text>
      )}
      <SecondPersonText of={e.second_person} />
    </>
  )
}

const factsOf = (e: PaymentEffects): readonly (readonly [string, string])[] => [
  ['Card', cardText(e)],
  ['Credit', changeText(e.credit_available, money)],
  ['Balance', changeText(e.balance, money)],
  ['Status', changeText(e.status, (id) => vendorStatuses[id] ?? 'Unknown')],
  ['Next charge', nextText(e)],
]
/** The next charge and its day, and whether the vendor's status allows billing. */
function nextText({ next_charge_date: day, next_bill: bill, status }: PaymentEffects): string {
  const text = (date: string | null, total: string, statusId: number) => {
    if (date === null) return 'None'
    return `${money(total)} on ${dayText(date)}${unbilledText(statusId) ? ' (not billed)' : ''}`
  }
  const [from, to] = [text(day.from, bill.from, status.from), text(day.to, bill.to, status.to)]
  return changeText({ from, to }, (line) => line)
}
const isMoved = ({ from, to }: PaymentEffects['next_charge_date'], bill: PaymentEffects['next_bill']) =>
  to !== null && (to !== from || bill.from !== bill.to)
function cardText({ card, card_asked, lines }: PaymentEffects): string {
  const cents = Number(card_asked)
  if (card === null || cents === 0) return 'Not charged'
  if (cents < 0) return `${card} is refunded ${money(-cents)}`
  return lines.length === 0
    ? `${card} is authorized for ${money(cents)}, not charged`
    : `${card} is charged ${money(cents)}`
}
const changeText = <T,>({ from, to }: { from: T; to: T }, text: (value: T) => string) =>
  text(from) === text(to) ? `${text(from)}, no change` : `${text(from)} → ${text(to)}`
