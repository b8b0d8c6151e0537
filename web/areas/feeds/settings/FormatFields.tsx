import { Select, SimpleGrid, Switch, TextInput, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatKinds, formats, type FormatKind, type FormatSetting } from '#contract/feeds/formats.ts'
import type { FeedFormat } from '#contract/feeds/settings.ts'

const delimiters: readonly { value: NonNullable<FeedFormat['delimiter']>; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '|', label: 'Pipe' },
  { value: '\t', label: 'Tab' },
]
const empty = {
  encoding: 'Detect',
  item: 'Detect',
  group: 'None',
  sheet: 'First sheet',
  file: 'Detect',
} as const

interface Props {
  format: FeedFormat
  change: (format: FeedFormat) => void
  errors: Record<string, ReactNode>
}

/** A feed's format with its settings. */
export function FormatFields({ format, change, errors }: Props) {
  const asks: Partial<Record<FormatSetting, string>> = formats[format.kind].asks
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <FormatSelect
        label="Format"
        value={format.kind}
        onChange={(kind) => kind && change(asKind(format, kind as FormatKind))}
      />
      {Object.entries(asks).map(([setting, label]) => (
        <Setting
          key={setting}
          setting={setting as FormatSetting}
          label={label}
          format={format}
          change={change}
          errors={errors}
        />
      ))}
    </SimpleGrid>
  )
}

/** A feed's file type. */
export const FormatSelect = (props: SelectProps) => (
  <Select
    data={formatKinds.map((value) => ({ value, label: formats[value].label }))}
    allowDeselect={false}
    {...props}
  />
)

function Setting({
  setting,
  label,
  format,
  change,
  errors,
}: Props & { setting: FormatSetting; label: string }) {
  if (setting === 'header')
    return (
      <Switch
        mt="lg"
        label={label}
        checked={format.header}
        onChange={(e) => change({ ...format, header: e.currentTarget.checked })}
      />
    )
  const { [setting]: value, ...rest } = format
  const error = errors[`format.${setting}`]
  if (setting === 'delimiter')
    return (
      <Select
        label={label}
        placeholder="Detect"
        clearable
        clearButtonProps={{ 'aria-label': 'Detect the delimiter' }}
        data={delimiters}
        value={value ?? null}
        error={error}
        onChange={(d) =>
          change(d === null ? rest : { ...rest, delimiter: d as NonNullable<FeedFormat['delimiter']> })
        }
      />
    )
  return (
    <TextInput
      label={label}
      placeholder={empty[setting]}
      value={value ?? ''}
      error={error}
      onChange={(e) =>
        change(e.currentTarget.value === '' ? rest : { ...rest, [setting]: e.currentTarget.value })
      }
    />
  )
}

/** The format as another kind, without the settings that only the former kind has. */
function asKind(format: FeedFormat, kind: FormatKind): FeedFormat {
  const relevantSettings = Object.entries(format).filter(
    ([key]) => key === 'header' || key === 'quote' || key in formats[kind].asks,
  )
  return { ...(Object.fromEntries(relevantSettings) as FeedFormat), kind }
}
