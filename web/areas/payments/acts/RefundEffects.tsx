import { Box, Text } from '@mantine/core'
import { amount, dayText, money } from '#contract/formats.ts'
import type { PaymentEffects } from '#contract/payments/payments.ts'
import { SecondPersonText, type WeighedBy } from '../../approvals/public.tsx'

type WeighedAct = WeighedBy<PaymentEffects & { faults: Record<string, string>; cancel_eligible: boolean }>
interface Line {
  name: string
  from: string
  to: string
}

/** What a refund changes, before and after, computed by its own code while the amount is typed. */
export function RefundEffects({ effects }: { effects: WeighedAct }) {
  const { data, error, busy } = effects
  const fault = error && !busy ? error.message : data && Object.values(data.faults).join('. ')
  return (
    <Box role="status" aria-busy={busy} className={busy ? 'dimmed-rows' : undefined} mih={210}>
      <table className="table lines" aria-label="Effects of the refund">
        <thead>
          <tr>
            <th scope="col">Effect</th>
            <th scope="col" className="num">
              Before
            </th>
            <th scope="col" className="num">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(data).map(({ name, from, to }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{from}</td>
              <td className="num">{from === to ? <span className="faint">{to}</span> : <b>{to}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fault && (
        <Text size="sm" c="var(--bad)" mt={8}>
          {fault}
        </Text>
      )}
      {data?.came_off.map(({ amount: sum, number }) => (
        <Text key={number} size="sm" mt={8}>
          {money(sum)} for unused days was already credited on {number}.
        </Text>
      ))}
      {data && Number(data.twice) > 0 && (
        <Text size="sm" fw={600}>
          {money(data.twice)} of this refund was already credited, so it would be returned twice.
        </Text>
      )}
      {data && <SecondPersonText of={data.second_person} />}
    </Box>
  )
}

const unknown = '—'
function linesOf(data: PaymentEffects | undefined): Line[] {
  const kept = data?.kept
  const nextDay = data?.next_charge_date.to
  return [
    { name: 'Paid and kept', from: textOf(kept?.from), to: textOf(kept?.to) },
    { name: 'Back on the card', from: amount(0), to: data ? amount(-Number(data.card_asked)) : unknown },
    { name: 'Credit', from: textOf(data?.credit_available.from), to: textOf(data?.credit_available.to) },
    {
      name: nextDay ? `Charge on ${dayText(nextDay)}` : 'Next charge',
      from: nextDay || !data ? textOf(data?.next_bill.from) : 'None',
      to: nextDay || !data ? textOf(data?.next_bill.to) : 'None',
    },
    { name: 'MRR', from: textOf(data?.mrr), to: textOf(data?.mrr) },
  ]
}
const textOf = (value: string | undefined): string => (value === undefined ? unknown : amount(value))
