import { Button } from '@mantine/core'

/** Deletes a part of the order manager, which keeps its settings, or brings it back. */
export function DeleteOrBack({ name, deleted, act }: { name: string; deleted: boolean; act: () => void }) {
  const what = deleted ? 'Bring back' : 'Delete'
  return (
    <Button size="xs" variant="default" aria-label={`${what} ${name}`} onClick={act}>
      {what}
    </Button>
  )
}
