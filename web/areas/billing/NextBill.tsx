import { Text } from '@mantine/core'
import type { Bill } from '#contract/billing/bill.ts'
import { MoneyLines } from '../../ui/MoneyLines.tsx'
import { dayText } from '../../ui/time.ts'

/** The next bill as of now, line by line, and the day it is charged. */
export function NextBill({
  bill,
  date,
  unbilledReason = null,
}: {
  bill: Bill
  date: string | null
  /** Why nothing is charged on that day. */
  unbilledReason?: string | null
}) {
  return (
    <>
      <BillLines label="Next charge" bill={bill} date={unbilledReason === null ? date : null} />
      <Text size="xs" c="dimmed" mt={4}>
        {date ? 'Estimate as of today.' : 'No charge date set. Nothing is charged until one is set.'}
      </Text>
      {date && unbilledReason && <Text size="sm">{unbilledReason}</Text>}
    </>
  )
}

/** A bill's lines with their total. */
export const BillLines = ({ label, bill, date }: { label: string; bill: Bill; date: string | null }) => (
  <MoneyLines
    label={label}
    lines={bill.lines}
    sum={date ? `Due on ${dayText(date)}` : 'Nothing due. If charged today'}
    total={bill.total}
  />
)
