// What the frame and other areas may show.
import { lazy } from 'react'

export const NewSupplier = lazy(() => import('./NewSupplier.tsx').then((m) => ({ default: m.NewSupplier })))
