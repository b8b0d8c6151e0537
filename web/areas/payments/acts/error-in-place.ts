import type { ReactNode } from 'react'

/**
 * Shows a field's error in place of its description, so that an error on blur moves no button away from a
 * click.
 */
export const errorInPlace = (error: ReactNode, description: string) => ({
  description: error ? undefined : description,
  inputWrapperOrder: ['label', 'description', 'error', 'input'] as (
    | 'label'
    | 'description'
    | 'error'
    | 'input'
  )[],
})
