import { Box, Text } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import type { MoneyFact, SecondPerson } from '#contract/approvals/acts.ts'
import { money } from '#contract/formats.ts'
import type { PreviewedActInput } from '#contract/approvals/approvals.ts'
import { api } from '../../api.ts'
import { Facts } from '../../ui/page/Page.tsx'
import { useEffects } from './useEffects.ts'

/**
 * What an act would change of what is charged or owed; null: its input isn’t complete. While the act runs nothing is
 * loaded: the answer would be that it is already done.
 */
export function useMove(act: PreviewedActInput | null) {
  const isActing = useIsMutating() > 0
  return useEffects('move', act, (body: PreviewedActInput) => api.weighMoneyAct({ body }), isActing)
}

/**
 * What an act changes, computed by its own code, and whether another person must approve it.
 * @param brief the screen already shows what changes
 */
export function MovePreview({ move, brief = false }: { move: ReturnType<typeof useMove>; brief?: boolean }) {
  const { data, error, sound, busy } = move
  if (!sound) return null
  const fault = error && !busy ? error.message : Object.values(data?.faults ?? {}).join('. ')
  if (fault !== '')
    return (
      <Text size="sm" c="var(--bad)">
        {fault}
      </Text>
    )
  if (brief) return <div aria-live="polite">{data && <SecondPersonText of={data.second_person} />}</div>
  return (
    <Box role="status" aria-busy={busy} className={busy ? 'dimmed-rows' : undefined}>
      {data ? <MoveFacts changes={data.changes} /> : <Text size="sm">Calculating…</Text>}
      {data && <SecondPersonText of={data.second_person} />}
    </Box>
  )
}

export const MoveFacts = ({ changes }: { changes: readonly MoneyFact[] }) => (
  <Facts
    facts={changes.map(({ name, from, to }) => [
      name,
      from === to ? `${from}, no change` : `${from} → ${to}`,
    ])}
  />
)

/** That another person must approve an act, and why. */
export const SecondPersonText = ({ of: secondPerson }: { of: SecondPerson }) =>
  secondPerson && (
    <Text size="sm" fw={600} mt={8}>
      {textOf(secondPerson)}
    </Text>
  )

function textOf({ above: limit, moved, always }: NonNullable<SecondPerson>): string {
  if (always !== undefined) return `${always}.`
  const earlier =
    Number(moved) > 0 ? `, including ${money(moved)} you moved for this vendor in the last 24 hours` : ''
  return `Above the ${money(limit)} limit${earlier}. Another person must approve it.`
}
