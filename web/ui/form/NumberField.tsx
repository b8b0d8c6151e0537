import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { numberOf, typedOf } from './number.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string | null | undefined
  /** Receives a number, or the typed text if it isn't one; an empty text if nothing is typed. */
  onChange: (value: number | string) => void
  /** The number's unit: %. */
  unit?: string
}

/** A number's field, which shows what was typed as long as it is the same number. */
export function NumberField({ value, onChange, unit, ...rest }: NumberFieldProps) {
  const [draft, setDraft] = useState('')
  return (
    <TextInput
      inputMode="decimal"
      {...(unit && {
        'aria-description': unit,
        rightSection: (
          <span className="faint" aria-hidden>
            {unit}
          </span>
        ),
        rightSectionWidth: `calc(${unit.trim().length}ch + 22px)`,
      })}
      {...rest}
      value={numberOf(draft) === (value ?? '') ? draft : typedOf(value)}
      onChange={(e) => {
        setDraft(e.currentTarget.value)
        onChange(numberOf(e.currentTarget.value))
      }}
    />
  )
}
