import { Button } from '@mantine/core'

/** Deletes a part of the order manager, which keeps its settings, or restores it. */
export function DeleteOrRestore({
  name,
  isDeleted,
  act,
}: {
  name: string
  isDeleted: boolean
  act: () => void
}) {
  const verb = isDeleted ? 'Restore' : 'Delete'
  return (
    <Button size="xs" variant="default" aria-label={`${verb} ${name}`} onClick={act}>
      {verb}
    </Button>
  )
}
