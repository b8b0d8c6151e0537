import { Text } from '@mantine/core'
import { money } from '#contract/formats.ts'
import { dayText } from '../../ui/time.ts'

interface Due {
  date: string | null
  plan: string
  frozen: string
  credit: string
  total: string
}

/** What the next charge is made of, as it is worked out now. */
export function ChargeDue({ due }: { due: Due }) {
  const lines = [
    ['Plan', due.plan],
    ['Frozen suppliers', due.frozen],
    ['Credit', `-${due.credit}`],
  ].filter(([, amount]) => Number(amount) !== 0)
  return (
    <>
      <table className="table" aria-label="Next charge">
        <tbody>
          {lines.map(([name, amount]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="num">{money(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{due.date ? `Due on ${dayText(due.date)}` : 'No charge is due'}</td>
            <td className="num">{money(due.total)}</td>
          </tr>
        </tfoot>
      </table>
      <Text size="xs" c="dimmed" mt={4}>
        As it stands today, without extras and promo codes.
      </Text>
    </>
  )
}
