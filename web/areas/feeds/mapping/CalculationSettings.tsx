import { Autocomplete, Group, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { measureUnits, patternFault, type MeasureUnit, type Transform } from '#contract/feeds/settings.ts'

type Calculation = Extract<
  Transform,
  { kind: 'unit' | 'exchange' | 'divide' | 'divide_by' | 'pattern' | 'when' }
>

interface Props {
  t: Calculation
  /** The file's columns. */
  columns: readonly string[]
  set: (t: Calculation) => void
}

/** The settings of transforms that convert a value or depend on it. */
export function CalculationSettings({ t, columns, set }: Props) {
  switch (t.kind) {
    case 'unit':
      return (
        <Group grow>
          <UnitSelect label="Without a unit" value={t.from} change={(from) => set({ ...t, from })} />
          <UnitSelect label="Convert to" value={t.to} change={(to) => set({ ...t, to })} />
        </Group>
      )
    case 'exchange':
      return (
        <Group grow align="flex-start">
          <TextInput
            label="Rate"
            placeholder="1.0825"
            maxLength={20}
            data-autofocus
            error={!/^(?=.*[1-9])\d{1,6}(?:\.\d{1,10})?$/.test(t.rate) && 'Enter a rate such as 1.0825'}
            value={t.rate}
            onChange={(e) => set({ ...t, rate: e.currentTarget.value })}
          />
          <TextInput
            label="Rate of"
            type="date"
            value={t.on}
            error={t.on === '' && 'Enter the date of the rate'}
            onChange={(e) => set({ ...t, on: e.currentTarget.value })}
          />
        </Group>
      )
    case 'divide':
      return <Divisor initial={t.by} change={(divisor) => set({ ...t, by: divisor })} />
    case 'divide_by':
      return (
        <>
          <Autocomplete
            label="Column"
            placeholder="Search columns"
            data={[...new Set(columns)]}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
            error={t.column === '' && 'Choose a column'}
            value={t.column}
            onChange={(column) => set({ ...t, column })}
          />
          <Select
            label="It has"
            data={[
              { value: 'pieces', label: 'The pieces a price is for' },
              { value: 'decimals', label: 'The number of decimals' },
            ]}
            value={t.has}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(role) => set({ ...t, has: role === 'decimals' ? 'decimals' : 'pieces' })}
          />
        </>
      )
    case 'pattern':
      return (
        <>
          <TextInput
            label="Regular expression"
            placeholder="^ABC-"
            maxLength={200}
            data-autofocus
            error={t.find === '' ? 'Enter a pattern' : patternFault(t.find)}
            value={t.find}
            onChange={(e) => set({ ...t, find: e.currentTarget.value })}
          />
          <TextInput
            label="Replace by"
            placeholder="$1 is the first group"
            maxLength={200}
            value={t.put}
            onChange={(e) => set({ ...t, put: e.currentTarget.value })}
          />
        </>
      )
    case 'when':
      return (
        <>
          <ValueLines values={t.values} change={(values) => set({ ...t, values })} />
          <TextInput
            label="Use instead"
            maxLength={500}
            value={t.put}
            onChange={(e) => set({ ...t, put: e.currentTarget.value })}
          />
        </>
      )
  }
}

const isDivisor = (input: number | string): input is number =>
  Number.isInteger(input) && Number(input) >= 2 && Number(input) <= 1_000_000

function Divisor({ initial, change }: { initial: number; change: (divisor: number) => void }) {
  const [input, setInput] = useState<number | string>(initial)
  return (
    <NumberField
      label="Divide by"
      value={input}
      error={!isDivisor(input) && 'Enter a whole number from 2 to 1,000,000'}
      onChange={(n) => {
        setInput(n)
        if (isDivisor(n)) change(n)
      }}
    />
  )
}

const UnitSelect = ({
  label,
  value,
  change,
}: {
  label: string
  value: MeasureUnit
  change: (unit: MeasureUnit) => void
}) => (
  <Select
    label={label}
    data={[...measureUnits]}
    value={value}
    allowDeselect={false}
    comboboxProps={{ withinPortal: false }}
    onChange={(unit) => unit && change(unit)}
  />
)

/** Text that stays as typed, of which each line is a value. */
function ValueLines({ values, change }: { values: string[]; change: (values: string[]) => void }) {
  const [text, setText] = useState(values.join('\n'))
  return (
    <Textarea
      label="If the value is one of these, one per line"
      autosize
      minRows={2}
      maxRows={8}
      data-autofocus
      value={text}
      onChange={(e) => {
        setText(e.currentTarget.value)
        change(e.currentTarget.value.split('\n').filter(Boolean).slice(0, 50))
      }}
    />
  )
}
