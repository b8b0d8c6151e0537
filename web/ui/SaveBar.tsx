import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'

/** The bar of a changed form: how many changes, Discard and Save. Leaving with changes asks first. */
export function SaveBar({
  changes,
  saving,
  save,
  discard,
}: {
  changes: number
  saving: boolean
  save: () => void
  discard: () => void
}) {
  const dirty = changes > 0
  useBlocker({
    shouldBlockFn: () => dirty && !window.confirm('You have changes that are not saved. Leave without them?'),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  })
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.ctrlKey || e.metaKey) && e.key === 's' && dirty) {
        e.preventDefault()
        save()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [dirty, save])
  if (!dirty) return null
  return (
    <div className="savebar" role="region" aria-label="Unsaved changes">
      <Text size="sm" fw={600}>
        {changes === 1 ? '1 change' : `${changes} changes`}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={discard} disabled={saving}>
          Discard
        </Button>
        <Button size="xs" onClick={save} loading={saving}>
          Save
        </Button>
      </Group>
    </div>
  )
}

/** What can be done with the ticked rows, how many they are, and how to let them go. */
export const SelectionBar = ({
  count,
  clear,
  children,
}: {
  count: number
  clear: () => void
  children: ReactNode
}) =>
  count === 0 ? null : (
    <div className="savebar" role="region" aria-label="Selected rows">
      <Text size="sm" fw={600}>
        {count === 1 ? '1 selected' : `${count} selected`}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={clear}>
          Clear
        </Button>
        {children}
      </Group>
    </div>
  )

/** How many top-level values differ. */
export const changedKeys = (before: object, after: object): string[] =>
  Object.keys(after).filter(
    (k) =>
      JSON.stringify((before as Record<string, unknown>)[k]) !==
      JSON.stringify((after as Record<string, unknown>)[k]),
  )
