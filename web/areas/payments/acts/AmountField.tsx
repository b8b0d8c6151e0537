import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { errorInPlace } from './error-in-place.ts'

/** An amount of money, checked when one leaves it. */
export const AmountField = <Values extends { amount: string }>({
  form,
  hint,
  ...input
}: {
  form: UseFormReturnType<Values>
  /** What its error takes the place of. */
  hint: string
} & Omit<TextInputProps, 'form'>) => (
  <TextInput
    label="Amount"
    {...errorInPlace(form.errors.amount, hint)}
    leftSection="$"
    inputMode="decimal"
    required
    {...input}
    {...form.getInputProps('amount')}
    onBlur={() => form.values.amount.trim() !== '' && form.validateField('amount')}
  />
)
