// What the shell and other areas may show.
import { lazy } from 'react'

export const NewSupplier = lazy(() =>
  import('./list/NewSupplier.tsx').then((m) => ({ default: m.NewSupplier })),
)
