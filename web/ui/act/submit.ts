import { formErrorsText } from './form-errors.ts'
import { focusFirstFault } from './focus.ts'
import { notify } from './notify.tsx'

interface Submitted {
  onSubmit: (run: () => void, refuse: () => void) => (event?: React.FormEvent<HTMLFormElement>) => void
}

/** Submits a form that is shown whole: if fields have errors, says so and goes to the first. */
export const submitting = (form: Submitted, act: () => void) =>
  form.onSubmit(
    () => act(),
    () => {
      notify('error', formErrorsText())
      focusFirstFault()
    },
  )
