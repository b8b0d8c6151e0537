import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { money } from '#contract/formats.ts'

export interface RefundMark {
  label: string
  amount: string
}

/** Usual amounts of a refund, to click; the arrow keys in the amount walk through them. */
export const RefundMarks = ({
  marks,
  chosen,
  choose,
}: {
  marks: readonly RefundMark[]
  chosen: string
  choose: (amount: string) => void
}) => (
  <Group gap={6} mih={26} role="group" aria-label="Usual amounts">
    {marks.map(({ label, amount }) => (
      <Button
        key={label}
        size="compact-xs"
        variant={amount === chosen ? 'light' : 'default'}
        aria-pressed={amount === chosen}
        // by keyboard the arrows choose, so that Tab leads on
        tabIndex={-1}
        onClick={() => choose(amount)}
      >
        {label} {money(amount)}
      </Button>
    ))}
  </Group>
)

/** The arrow keys choose the next or the previous of the usual amounts. */
export const walkMarks =
  (marks: readonly RefundMark[], chosen: string, choose: (amount: string) => void) =>
  (e: KeyboardEvent): void => {
    if (e.key !== 'ArrowUp' && e.key !== 'ArrowDown') return
    if (marks.length === 0) return
    e.preventDefault()
    const place = marks.findIndex(({ amount }) => amount === chosen)
    const step = e.key === 'ArrowDown' ? 1 : -1
    const first = step === 1 ? 0 : marks.length - 1
    const next = place < 0 ? first : (place + step + marks.length) % marks.length
    const mark = marks[next]
    if (mark) choose(mark.amount)
  }
