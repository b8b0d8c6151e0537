import '../feeds.css'
import { ActionIcon, Autocomplete, Button, Menu } from '@mantine/core'
import { IconArrowRight, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { TriedMapping } from '#contract/feeds/preview.ts'
import {
  mostFurther,
  productFields,
  takesSeveral,
  type FeedMapping,
  type ProductField,
} from '#contract/feeds/settings.ts'
import { capitalize } from '#contract/words.ts'
import { many, roughPercent } from '../../../ui/values.tsx'
import { fieldId } from '../anchors.ts'
import { TransformChips } from './TransformChips.tsx'
import { describe } from './transforms.ts'

type Entry = FeedMapping[number]
type FieldTrial = TriedMapping['fields'][number]
export const draggedColumn = 'text/x-feed-column'
const requiredFields: ReadonlySet<ProductField> = new Set(['sku'])
const labelOf = (field: ProductField) => productFields[field].label

const withAlso = ({ also: _also, ...entry }: Entry, furtherColumns: string[]): Entry =>
  furtherColumns.length > 0 ? { ...entry, also: furtherColumns } : entry

interface RowProps {
  entry: Entry
  /** The key of a further file; undefined for the main file. */
  fileKey?: string | undefined
  columns: readonly string[]
  trial: FieldTrial | undefined
  /** The confidence of the suggestion, if it chose this column. */
  sure: number | undefined
  /** Why it did. */
  because: string | undefined
  /** The column that is suggested instead. */
  instead: { from: string; sure: number; take: () => void } | undefined
  change: (entry: Entry) => void
  remove: () => void
}

/** A field, the column that feeds it, and how its values change. */
export function MappingRow({
  entry,
  fileKey,
  columns,
  trial,
  sure,
  because,
  instead,
  change,
  remove,
}: RowProps) {
  const [isDropTarget, setDropTarget] = useState(false)
  const label = labelOf(entry.field)
  const better = trial?.better
  const isMissing = columns.length > 0 && entry.from !== '' && !columns.includes(entry.from)
  const complete = () => {
    const typedText = entry.from.trim().toLowerCase()
    if (!typedText || columns.includes(entry.from)) return
    const column = columns.find((c) => c.toLowerCase().startsWith(typedText))
    if (column) change({ ...entry, from: column })
  }
  return (
    <tr
      className={isDropTarget ? 'over' : undefined}
      onDragOver={(e) => {
        if (!e.dataTransfer.types.includes(draggedColumn)) return
        e.preventDefault()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(e) => {
        setDropTarget(false)
        const from = e.dataTransfer.getData(draggedColumn)
        if (!from) return
        const further =
          productFields[entry.field].kind === 'images' && entry.from !== '' && from !== entry.from
        change(further ? withAlso(entry, [...new Set([...(entry.also ?? []), from])]) : { ...entry, from })
      }}
    >
      <th scope="row">
        {label}
        {requiredFields.has(entry.field) && <small> required</small>}
      </th>
      <td>
        <Autocomplete
          id={fieldId(entry.field, fileKey)}
          aria-label={`Column for ${label}`}
          size="xs"
          placeholder="Search columns"
          data={[...new Set(columns)]}
          selectFirstOptionOnChange
          value={entry.from}
          onChange={(from) =>
            change(withAlso({ ...entry, from }, entry.also?.filter((c) => c !== from) ?? []))
          }
          onFocus={(e) => e.currentTarget.select()}
          onBlur={complete}
          error={isMissing && 'Not in the file'}
          rightSection={
            sure === undefined ? null : (
              <small className="quiet" title={because && capitalize(because)}>
                {roughPercent(sure)}
              </small>
            )
          }
          rightSectionWidth={40}
        />
        {takesSeveral(entry.field) && entry.from !== '' && (
          <FurtherColumns entry={entry} columns={columns} change={change} />
        )}
        {instead && (
          <Button size="compact-xs" variant="subtle" onClick={instead.take}>
            Use {instead.from}? {roughPercent(instead.sure)} confidence
          </Button>
        )}
      </td>
      <Samples trial={trial} />
      <td>
        <TransformChips
          fieldLabel={label}
          columns={columns}
          transforms={entry.transforms}
          change={(transforms) => change({ ...entry, transforms })}
        />
      </td>
      <td>
        <Effect trial={trial} />
        {better && (
          <Button size="compact-xs" variant="light" onClick={() => change({ ...entry, transforms: better })}>
            Use {better.map((t) => describe(t).toLowerCase()).join(', ')}
          </Button>
        )}
      </td>
      <FilledShare trial={trial} />
      <td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Unmap ${label}`} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      </td>
    </tr>
  )
}

/** Why a column is suggested. */
const Because = ({ text }: { text: string }) => <small className="quiet because">{capitalize(text)}</small>

/** Columns whose images follow those of the first, or whose numbers are added to it. */
function FurtherColumns({ entry, columns, change }: Pick<RowProps, 'entry' | 'columns' | 'change'>) {
  const furtherColumns = entry.also ?? []
  const missingColumns = columns.length > 0 ? furtherColumns.filter((c) => !columns.includes(c)) : []
  const choices = [...new Set([...furtherColumns, ...columns])].filter((c) => c !== '' && c !== entry.from)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color={missingColumns.length > 0 ? 'red' : 'gray'}
          title={furtherColumns.join(', ') || undefined}
        >
          {furtherColumns.length > 0 ? `+ ${many(furtherColumns.length, 'column')}` : '+ more columns'}
          {missingColumns.length > 0 && `, ${missingColumns.length} not in the file`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className="scrolling-menu">
        <Menu.Label>
          {productFields[entry.field].kind === 'images' ? 'Additional image columns' : 'Columns to add'}
        </Menu.Label>
        <Menu.CheckboxGroup value={furtherColumns} onChange={(names) => change(withAlso(entry, names))}>
          {choices.map((column) => (
            <Menu.CheckboxItem
              key={column}
              value={column}
              disabled={!furtherColumns.includes(column) && furtherColumns.length === mostFurther}
              rightSection={
                missingColumns.includes(column) && <small className="quiet">not in the file</small>
              }
            >
              {column}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A field that the suggestion would feed. */
export function SuggestedRow({
  entry,
  trial,
  sure,
  because,
  take,
}: {
  entry: Entry
  trial: FieldTrial | undefined
  sure: number
  because: string | undefined
  take: () => void
}) {
  const label = labelOf(entry.field)
  return (
    <tr className="suggested">
      <th scope="row">{label}</th>
      <td>
        <span className="offered">
          <span className="cut mono" title={entry.from}>
            {[entry.from, ...(entry.also ?? [])].filter(Boolean).join(', ') || 'No column'}
          </span>
          <small className="quiet">{roughPercent(sure)} confidence</small>
        </span>
        {because && <Because text={because} />}
      </td>
      <Samples trial={trial} />
      <td className="wrap">
        <span className="quiet">{entry.transforms.map(describe).join(' › ')}</span>
      </td>
      <td>
        <Effect trial={trial} />
      </td>
      <FilledShare trial={trial} />
      <td>
        <ActionIcon
          variant="light"
          aria-label={`Use ${entry.from || 'the suggested value'} for ${label}`}
          onClick={take}
        >
          <IconCheck size={16} />
        </ActionIcon>
      </td>
    </tr>
  )
}

const Samples = ({ trial }: { trial: FieldTrial | undefined }) => (
  <td className="samples mono">
    <div className="cut" title={trial?.samples.join('\n')}>
      {trial && (trial.samples.length ? trial.samples.join('   ') : <i>blank</i>)}
    </div>
  </td>
)

const FilledShare = ({ trial }: { trial: FieldTrial | undefined }) => (
  <td className="num filled">{trial ? roughPercent(trial.filled) : '—'}</td>
)

/** One value before and after, and why it is refused. */
function Effect({ trial }: { trial: FieldTrial | undefined }) {
  const from = trial?.steps[0]
  const to = trial?.steps.at(-1)
  if (!trial || from === undefined) return null
  return (
    <div className="effect">
      <span className="mono cut" title={trial.steps.join('\nthen ')}>
        {from !== to && (
          <>
            <span className="quiet">{from || 'blank'}</span>
            <IconArrowRight size={13} aria-label="becomes" />
          </>
        )}
        {to || 'blank'}
      </span>
      {trial.reason && (
        <span className={`status tone-${trial.refused ? 'bad' : 'wait'}`}>{trial.reason}</span>
      )}
    </div>
  )
}
