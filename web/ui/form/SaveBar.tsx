import { Button, Group, Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { readOnly } from '../../viewing.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { many } from '../values.tsx'

/** The bar of a changed form: how many changes, Discard and Save. Leaving with changes asks first. */
export function SaveBar({
  act = 'Save',
  changes,
  saving,
  save,
  discard,
  subject,
  quiet,
}: {
  act?: string | undefined
  changes: number
  saving: boolean
  save: () => void
  discard: () => void
  subject?: string | undefined
  quiet?: boolean | undefined
}) {
  const dirty = changes > 0
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key === 's' && dirty) {
        e.preventDefault()
        if (!readOnly) save()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [dirty, save])
  if (!dirty) return null
  return (
    <Bar label="Unsaved changes">
      <LeaveGuard changes={changes} />
      <Text size="sm" fw={600}>
        {many(changes, 'change')}
        {subject && ` to ${subject}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          onClick={discard}
          disabled={saving}
          title={saving ? 'Saving…' : undefined}
        >
          Discard
        </Button>
        <Button
          size="xs"
          variant={quiet ? 'default' : 'filled'}
          onClick={save}
          loading={saving}
          disabled={readOnly !== undefined}
          title={readOnly}
        >
          {act}
        </Button>
      </Group>
    </Bar>
  )
}

/** At the end of the screen, always in sight. */
export function Bar({ label, children }: { label: string; children: ReactNode }) {
  const main = document.getElementById('main')
  const bar = (
    <div className="savebar no-print" role="region" aria-label={label}>
      {children}
    </div>
  )
  return main ? createPortal(bar, main) : bar
}

/** Keeps the ticked row and the next one out from under the bar. */
function RowInSight({ count }: { count: number }) {
  useEffect(() => {
    document.activeElement?.closest('tr[data-index]')?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return null
}

/** The acts for the ticked rows, their number, and a button that unticks them. */
export function SelectionBar({
  count,
  summary,
  clear,
  children,
}: {
  count: number
  /** What they amount to. */
  summary?: string
  clear: () => void
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <Bar label="Selected rows">
      <RowInSight count={count} />
      <Text size="sm" fw={600}>
        {count === 1 ? '1 selected' : `${count} selected`}
        {summary && (
          <Text span inherit fw={400} c="dimmed" ml={8}>
            {summary}
          </Text>
        )}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={clear}>
          Clear
        </Button>
        {children}
      </Group>
    </Bar>
  )
}
