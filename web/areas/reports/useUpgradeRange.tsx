import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import { messages } from '#contract/messages.ts'
import { useUrl } from '../../ui/page/useUrl.ts'

const url = z.object({
  // an emptied field stays empty
  start: z
    .union([z.iso.date(), z.literal('none')])
    .optional()
    .catch(undefined),
  end: z.iso.date().optional().catch(undefined),
})

/** The days within which vendors upgraded, kept in the address; the first one is required. */
export function useUpgradeRange(
  usualMonths: number,
  usualName: string,
): {
  range: { start: string; end: string | undefined }
  fault: { start: string } | undefined
  controls: (faults: Readonly<Record<string, string>>) => ReactNode
  /** Without a range: the usual one. */
  setRange: (range?: { start: string; end: string }) => void
} {
  const [{ start, end }, set] = useUrl(url)
  const [usual] = useState(() => addMonths(dayOf(Date.now()), -usualMonths))
  const upgradeAfter = start === 'none' ? '' : (start ?? usual)
  return {
    range: { start: upgradeAfter, end },
    fault: upgradeAfter === '' ? { start: messages.upgradeAfterNeeded } : undefined,
    setRange: (range) => set({ start: range?.start, end: range?.end }),
    controls: (faults) => (
      <>
        <TextInput
          type="date"
          label="Upgrade After"
          value={upgradeAfter}
          error={Boolean(faults.start)}
          onChange={(e) => set({ start: e.currentTarget.value || 'none' })}
        />
        <TextInput
          type="date"
          label="Upgrade until"
          value={end ?? ''}
          error={Boolean(faults.end)}
          onChange={(e) => set({ end: e.currentTarget.value || undefined })}
        />
        {(start !== undefined || end !== undefined) && (
          <Button variant="default" onClick={() => set({ start: undefined, end: undefined })}>
            {usualName}
          </Button>
        )}
      </>
    ),
  }
}
