import '../feeds.css'
import { Anchor, Button, Group, Menu, Select, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import {
  productFieldNames,
  productFields,
  type FeedMapping,
  type ProductField,
} from '#contract/feeds/settings.ts'
import { many } from '../../../ui/values.tsx'
import { adoptedText, type Adoptable } from '../settings/adoptable.ts'
import { goTo } from '../../../ui/page/place.ts'
import { fieldId } from '../anchors.ts'
import { draggedColumn, MappingRow, SuggestedRow } from './MappingRow.tsx'
import { newEntry } from './new-entry.ts'

type Entry = FeedMapping[number]
const currencyCodes = Intl.supportedValuesOf('currency')
const addId = (fileKey = '') => `feed-add-field${fileKey && `-${fileKey}`}`
interface Props {
  mapping: FeedMapping
  change: (m: FeedMapping) => void
  feedPreview: FeedPreview | null
  /** The result of the mapping for the rows, and that of the suggestion. */
  trial: TriedMapping | undefined
  suggestionTrial: TriedMapping | undefined
  adopt: Adoptable | undefined
  /** The guide has the button that adopts the suggestion. */
  hasGuideButton: boolean
  /** Suggests again from this file alone. */
  ignoreRemembered?: () => void
  /** Nothing says what currency the prices are in. */
  asksCurrency?: boolean
  /** Set for a further file: its key and its name. */
  furtherFile?: { key: string; name: string }
}

/** Each field with its column and sample values. */
export function MappingEditor({
  mapping,
  change,
  feedPreview,
  trial,
  suggestionTrial,
  adopt,
  hasGuideButton,
  ignoreRemembered,
  asksCurrency = false,
  furtherFile,
}: Props) {
  // the element that gets the focus once it is rendered
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current) goTo(next.current)
    next.current = null
  }, [mapping])
  const columns = feedPreview?.columns ?? []
  const suggestion = feedPreview?.suggestion.mapping ?? []
  const sureOf = (field: ProductField) => feedPreview?.suggestion.confidence[field] ?? 0
  const reasonFor = (field: ProductField) => feedPreview?.suggestion.reasons[field]
  const open = suggestion.filter((s) => !mapping.some((m) => m.field === s.field))
  const free = productFieldNames.filter((f) => !mapping.some((m) => m.field === f))
  const put = (entry: Entry) => {
    const isMapped = mapping.some((m) => m.field === entry.field)
    change(isMapped ? mapping.map((m) => (m.field === entry.field ? entry : m)) : [...mapping, entry])
  }
  const add = (field: ProductField, from = '') => {
    next.current = fieldId(field, furtherFile?.key)
    put(newEntry(field, from, suggestion))
  }
  const remove = (index: number) => {
    const neighbor = mapping[index + 1] ?? mapping[index - 1]
    next.current = neighbor ? fieldId(neighbor.field, furtherFile?.key) : addId(furtherFile?.key)
    change(mapping.filter((_, i) => i !== index))
  }
  const trialOf = (field: ProductField) => trial?.fields.find((f) => f.field === field)
  return (
    <Stack gap="xs">
      {mapping.length === 0 && open.length === 0 && (
        <Text size="sm" c="dimmed">
          No fields mapped yet. Test the source to get a suggestion.
        </Text>
      )}
      {adopt && feedPreview?.remembered && (
        <Text size="sm">
          Suggested as for {feedPreview.remembered.supplier_name}, whose file has the same headings.{' '}
          <Anchor component="button" type="button" size="sm" onClick={ignoreRemembered}>
            Suggest from this file alone
          </Anchor>
        </Text>
      )}
      {adopt && (
        <Group gap="sm">
          {!hasGuideButton && (
            <Button size="xs" variant="light" onClick={adopt.adopt}>
              Use suggested mapping ({many(adopt.fields, 'field')})
            </Button>
          )}
          {adoptedText(adopt) && (
            <Text size="sm" c="dimmed">
              {adoptedText(adopt)}
            </Text>
          )}
        </Group>
      )}
      {(feedPreview?.suggestion.notes ?? []).map((note) => (
        <Text key={note} size="sm" className="status tone-wait">
          {note}
        </Text>
      ))}
      {asksCurrency && (
        <Select
          label="What currency are the prices in?"
          description="The file doesn’t name a currency."
          placeholder="Choose a currency"
          size="xs"
          maw={280}
          searchable
          data={currencyCodes}
          value={null}
          onChange={(code) =>
            code && put({ field: 'currency', from: '', transforms: [{ kind: 'default', text: code }] })
          }
        />
      )}
      <FreeColumns
        columns={columns.filter((c) => ![...mapping, ...open].some((m) => usesColumn(m, c)))}
        fields={free}
        add={add}
      />
      {(mapping.length > 0 || open.length > 0) && (
        <div className="bleed">
          <table
            className="table mapping"
            aria-label={furtherFile ? `Mapping of ${furtherFile.name}` : 'Mapping'}
          >
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Column</th>
                <th scope="col" className="samples">
                  Sample values
                </th>
                <th scope="col">Transforms</th>
                <th scope="col">Result</th>
                <th scope="col" className="num filled">
                  Filled
                </th>
                <th scope="col" aria-label="Actions" />
              </tr>
            </thead>
            <tbody>
              {mapping.map((entry, i) => {
                const suggestedEntry = suggestion.find((s) => s.field === entry.field)
                const isSuggested = suggestedEntry?.from === entry.from
                return (
                  <MappingRow
                    key={entry.field}
                    entry={entry}
                    fileKey={furtherFile?.key}
                    columns={columns}
                    trial={trialOf(entry.field)}
                    sure={isSuggested ? sureOf(entry.field) : undefined}
                    because={isSuggested ? reasonFor(entry.field) : undefined}
                    instead={
                      suggestedEntry && !isSuggested
                        ? {
                            from: suggestedEntry.from,
                            sure: sureOf(entry.field),
                            take: () => put(suggestedEntry),
                          }
                        : undefined
                    }
                    change={put}
                    remove={() => remove(i)}
                  />
                )
              })}
              {open.map((entry) => (
                <SuggestedRow
                  key={entry.field}
                  entry={entry}
                  trial={suggestionTrial?.fields.find((f) => f.field === entry.field)}
                  sure={sureOf(entry.field)}
                  because={reasonFor(entry.field)}
                  take={() => {
                    next.current = fieldId(entry.field, furtherFile?.key)
                    put(entry)
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Group align="flex-start">
        <Select
          id={addId(furtherFile?.key)}
          aria-label={furtherFile ? `Map another field of ${furtherFile.name}` : 'Map another field'}
          placeholder="Map another field"
          size="xs"
          data={free.map((value) => ({ value, label: productFields[value].label }))}
          value={null}
          onChange={(f) => f && add(f as ProductField)}
          searchable
          selectFirstOptionOnChange
          // otherwise fast typing loses its first match if the list opens late
          selectFirstOptionOnDropdownOpen
        />
      </Group>
    </Stack>
  )
}

const usesColumn = ({ from, also, transforms }: Entry, column: string) =>
  from === column ||
  also?.includes(column) ||
  transforms.some((t) => t.kind === 'divide_by' && t.column === column)

const mostShown = 40

/** Unused columns, to drag onto a field or assign one. */
function FreeColumns({
  columns,
  fields,
  add,
}: {
  columns: readonly string[]
  fields: readonly ProductField[]
  add: (field: ProductField, from: string) => void
}) {
  if (columns.length === 0) return null
  return (
    <div className="chips-row" role="group" aria-label="Unused columns">
      <Text size="xs" c="dimmed">
        Unused columns (drag onto a field):
      </Text>
      {columns.slice(0, mostShown).map((column) => (
        <Menu key={column} position="bottom-start">
          <Menu.Target>
            <button
              type="button"
              className="chip mono"
              draggable
              onDragStart={(e) => e.dataTransfer.setData(draggedColumn, column)}
            >
              {column}
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={320} className="scrolling-menu">
            <Menu.Label>Map to</Menu.Label>
            {fields.map((field) => (
              <Menu.Item key={field} onClick={() => add(field, column)}>
                {productFields[field].label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ))}
      {columns.length > mostShown && (
        <Text size="xs" c="dimmed">
          {columns.length - mostShown} more
        </Text>
      )}
    </div>
  )
}
