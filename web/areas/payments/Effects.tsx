import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { money } from '#contract/formats.ts'
import type { PaymentEffects } from '#contract/payments/payments.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { Facts } from '../../ui/Page.tsx'
import { dayText } from '../../ui/time.ts'

/** What an act would do, asked after a breath for what is typed; nothing while something of that is wrong. */
export function useEffects<Body, Answer>(
  name: string,
  body: Body | null,
  weigh: (body: Body) => Promise<Answer>,
) {
  const [asked] = useDebouncedValue(body, 300)
  const typed = JSON.stringify(body)
  const { data, error, isFetching } = useQuery({
    // no key of the area's: after the act the same question would be of another day
    queryKey: ['weighed money', name, asked],
    queryFn: () => weigh(asked!),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const busy = isFetching || typed !== JSON.stringify(asked)
  // what was said of an amount before says nothing of one that is wrong, or that can't be answered
  const told = body === null || (error && !busy) ? undefined : data
  return { data: told, error, sound: body !== null, busy }
}
type Said = ReturnType<typeof useEffects<unknown, PaymentEffects & { faults: Record<string, string> }>>

/** Whether the act was weighed as it stands and can be done. */
export const canBeDone = ({ data, busy }: Pick<Said, 'data' | 'busy'>): boolean =>
  !busy && data !== undefined && Object.keys(data.faults).length === 0

/** What the button says: where a second person agrees first, nothing is done by it but that they are asked. */
export const actText = ({ data, busy }: Pick<Said, 'data' | 'busy'>, act: string): string =>
  data?.second_person && !busy ? 'Ask for approval' : act

/** Said before the act, by what it is done by: the paper, the card, what moves. */
export function Effects({
  of: { data, error, sound, busy },
  paper,
}: {
  of: Said
  paper: 'Invoice' | 'Credit note'
}) {
  return (
    <div
      role="status"
      aria-busy={busy}
      className={busy ? 'dimmed-rows' : undefined}
      style={{ minHeight: 132 }}
    >
      {!sound ? (
        <Text size="sm">What this does is said once every field is right.</Text>
      ) : error && !busy ? (
        <Text size="sm" c="var(--bad)">
          {error.message}
        </Text>
      ) : data && Object.keys(data.faults).length > 0 ? (
        <Text size="sm" c="var(--bad)">
          {Object.values(data.faults).join('. ')}
        </Text>
      ) : data ? (
        <Told effects={data} paper={paper} />
      ) : (
        <Text size="sm">Working out what this does…</Text>
      )}
    </div>
  )
}

function Told({ effects: e, paper }: { effects: PaymentEffects; paper: string }) {
  return (
    <>
      {e.lines.length > 0 ? (
        <table className="table" aria-label={paper}>
          <tbody>
            {e.lines.map(({ kind, text, amount }) => (
              <tr key={`${kind} ${text}`}>
                <td>{text}</td>
                <td className="num">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{paper}</td>
              <td className="num">{money(e.total)}</td>
            </tr>
          </tfoot>
        </table>
      ) : (
        <Text size="sm">No paper is issued.</Text>
      )}
      <div style={{ marginTop: 10 }}>
        <Facts facts={factsOf(e)} />
      </div>
      {e.second_person && (
        <Text size="sm" fw={600} mt={8}>
          {secondText(e.second_person)}
        </Text>
      )}
    </>
  )
}

const secondText = ({ above, moved }: NonNullable<PaymentEffects['second_person']>) =>
  `Above ${money(above)}${Number(moved) > 0 ? `, with ${money(moved)} that you moved here in 24 hours` : ''}: it waits until another person agrees.`

const factsOf = (e: PaymentEffects): readonly (readonly [string, string])[] => [
  ['Card', cardText(e)],
  ['Credit', moved(e.credit_available, money)],
  ['Balance', moved(e.balance, money)],
  ['Status', moved(e.status, (id) => vendorStatuses[id] ?? 'Unknown')],
  ['Next charge', moved(e.next_charge_date, (day) => (day === null ? 'none' : dayText(day)))],
]
function cardText({ card, card_asked, lines }: PaymentEffects): string {
  const cents = Number(card_asked)
  if (card === null || cents === 0) return 'isn’t asked'
  if (cents < 0) return `${card} gets back ${money(-cents)}`
  return lines.length === 0
    ? `${card} is asked whether it would pay ${money(cents)}`
    : `${card} is asked for ${money(cents)}`
}
const moved = <T,>({ from, to }: { from: T; to: T }, text: (value: T) => string) =>
  text(from) === text(to) ? `${text(from)}, as before` : `${text(from)}, then ${text(to)}`
