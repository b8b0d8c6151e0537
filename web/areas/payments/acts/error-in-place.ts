import type { ReactNode } from 'react'

/** A field's error in its description's place: told as the field is left, it moves no button from under a click. */
export const errorInPlace = (error: ReactNode, description: string) => ({
  description: error ? undefined : description,
  inputWrapperOrder: ['label', 'description', 'error', 'input'] as (
    | 'label'
    | 'description'
    | 'error'
    | 'input'
  )[],
})
