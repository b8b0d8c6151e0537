import { useState } from 'react'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { showAll, shownAfter, steadyRows, type Loaded, type Shown } from './steady-rows.ts'

/** A list that changes in place while someone reads; what is new waits until `showNew`. */
export function useSteadyRows(loaded: Loaded | undefined): {
  rows: SystemMessage[] | undefined
  held: number
  showNew: () => void
} {
  const [shown, setShown] = useState<Shown>()
  if (!loaded) return { rows: undefined, held: 0, showNew: () => {} }
  const now = shownAfter(shown, loaded)
  if (now !== shown) setShown(now)
  return { ...steadyRows(now, loaded.rows), showNew: () => setShown(showAll(loaded)) }
}
