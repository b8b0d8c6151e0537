import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { numberOf, typedOf } from './number.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string | null | undefined
  /** Is handed a number, or what was typed where it is none; an empty text where nothing is. */
  onChange: (value: number | string) => void
  /** What the number is of: %. */
  unit?: string
}

/** A field of a number, which shows what was typed until it is another number than that. */
export function NumberField({ value, onChange, unit, ...rest }: NumberFieldProps) {
  const [typed, type] = useState('')
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
      value={numberOf(typed) === (value ?? '') ? typed : typedOf(value)}
      onChange={(e) => {
        type(e.currentTarget.value)
        onChange(numberOf(e.currentTarget.value))
      }}
    />
  )
}
