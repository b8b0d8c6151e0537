import { NumberInput, Select, SimpleGrid, Switch, TextInput, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  delimiterName,
  formatKinds,
  formats,
  type FormatKind,
  type FormatSetting,
} from '#contract/feeds/formats.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { delimiters, type FeedFormat } from '#contract/feeds/settings.ts'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const choices = {
  delimiter: delimiters.map((value) => ({ value, label: capitalized(delimiterName(value)) })),
  quote: [
    { value: '"', label: 'Detect' },
    { value: "'", label: 'Single quote' },
    { value: 'none', label: 'None' },
  ],
}
const empty = { encoding: 'Detect', item: 'Detect', group: 'None', sheet: 'Detect', file: 'Detect' } as const

interface Props {
  format: FeedFormat
  change: (format: FeedFormat) => void
  errors: Record<string, ReactNode>
  /** What was found in the file, if it was read. */
  found?: FeedPreview['table'] | undefined
}

/** A feed's format with its settings. */
export function FormatFields({ format, change, errors, found }: Props) {
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
          found={found}
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

type SettingProps = Props & { setting: FormatSetting; label: string }

function Setting(props: SettingProps) {
  const { setting, label, format, change, errors, found } = props
  if (setting === 'header' || setting === 'every_line')
    return (
      <Switch
        mt="lg"
        label={label}
        checked={format[setting] ?? false}
        onChange={(e) => change({ ...format, [setting]: e.currentTarget.checked })}
      />
    )
  if (setting === 'header_row' || setting === 'first_row' || setting === 'last_row')
    return setting === 'header_row' && !format.header ? null : <RowNumber {...props} setting={setting} />
  const { [setting]: value, ...rest } = format
  const error = errors[`format.${setting}`]
  const sheets = found?.sheets ?? []
  if (setting === 'delimiter' || setting === 'quote' || (setting === 'sheet' && sheets.length > 0))
    return (
      <Select
        label={label}
        placeholder={foundText(setting, found)}
        clearable={setting !== 'quote'}
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': `Detect the ${label.toLowerCase()}` }}
        data={setting === 'sheet' ? withNamed(sheets, format.sheet) : choices[setting]}
        value={value ?? null}
        error={error}
        onChange={(chosen) =>
          change({ ...rest, ...(chosen !== null && { [setting]: chosen }) } as FeedFormat)
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
        change(
          (e.currentTarget.value === '' ? rest : { ...rest, [setting]: e.currentTarget.value }) as FeedFormat,
        )
      }
    />
  )
}

/** A named sheet that the file lacks stays chosen. */
const withNamed = (sheets: readonly string[], named: string | undefined) =>
  named === undefined || sheets.includes(named) ? [...sheets] : [...sheets, named]

function foundText(setting: FormatSetting, found: FeedPreview['table'] | undefined): string {
  const values: Partial<Record<FormatSetting, string | null | undefined>> = {
    delimiter: found?.delimiter && delimiterName(found.delimiter),
    sheet: found?.sheet,
  }
  const value = values[setting]
  return value ? `Detected: ${value}` : 'Detect'
}

type RowSetting = 'header_row' | 'first_row' | 'last_row'

/** The number of a line of the file, or of a row of the sheet. */
function RowNumber({
  setting,
  label,
  format,
  change,
  errors,
  found,
}: SettingProps & { setting: RowSetting }) {
  const { [setting]: value, ...rest } = format
  const placeholders: Record<RowSetting, string> = {
    header_row: found?.header_row ? `Detected: ${found.header_row}` : 'Detect',
    first_row: format.header ? 'After the header' : 'First',
    last_row: 'Last',
  }
  return (
    <NumberInput
      label={label}
      placeholder={placeholders[setting]}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      error={errors[`format.${setting}`]}
      onChange={(n) => change(typeof n === 'number' ? { ...rest, [setting]: n } : rest)}
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
