import { ActionIcon, Autocomplete, Button, Menu } from '@mantine/core'
import { IconArrowRight, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { TriedMapping } from '#contract/feeds/preview.ts'
import { mostFurther, productFields, type FeedMapping, type ProductField } from '#contract/feeds/settings.ts'
import { many, roughPercent } from '../../../ui/values.tsx'
import { fieldId } from '../at.ts'
import { TransformChips } from './TransformChips.tsx'
import { describe } from './transforms.ts'

type Entry = FeedMapping[number]
type Tried = TriedMapping['fields'][number]
export const draggedColumn = 'text/x-feed-column'
const needed: ReadonlySet<ProductField> = new Set(['sku'])
const labelOf = (field: ProductField) => productFields[field].label

const withAlso = ({ also: _also, ...entry }: Entry, also: string[]): Entry =>
  also.length > 0 ? { ...entry, also } : entry

interface RowProps {
  entry: Entry
  /** Whose mapping it is of, where that isn't the main file's. */
  of?: string | undefined
  columns: readonly string[]
  tried: Tried | undefined
  /** How sure the suggestion is of this very column. */
  sure: number | undefined
  /** What is suggested instead. */
  instead: { from: string; sure: number; take: () => void } | undefined
  change: (entry: Entry) => void
  remove: () => void
}

/** A field, the column that feeds it, and what becomes of its values. */
export function MappingRow({ entry, of, columns, tried, sure, instead, change, remove }: RowProps) {
  const [over, setOver] = useState(false)
  const label = labelOf(entry.field)
  const gone = columns.length > 0 && entry.from !== '' && !columns.includes(entry.from)
  const complete = () => {
    const typed = entry.from.trim().toLowerCase()
    if (!typed || columns.includes(entry.from)) return
    const found = columns.find((c) => c.toLowerCase().startsWith(typed))
    if (found) change({ ...entry, from: found })
  }
  return (
    <tr
      className={over ? 'over' : undefined}
      onDragOver={(e) => {
        if (!e.dataTransfer.types.includes(draggedColumn)) return
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        setOver(false)
        const from = e.dataTransfer.getData(draggedColumn)
        if (!from) return
        const further =
          productFields[entry.field].kind === 'images' && entry.from !== '' && from !== entry.from
        change(further ? withAlso(entry, [...new Set([...(entry.also ?? []), from])]) : { ...entry, from })
      }}
    >
      <th scope="row">
        {label}
        {needed.has(entry.field) && <small> required</small>}
      </th>
      <td>
        <Autocomplete
          id={fieldId(entry.field, of)}
          aria-label={`Column for ${label}`}
          size="xs"
          placeholder="Type its first letters"
          data={[...new Set(columns)]}
          selectFirstOptionOnChange
          value={entry.from}
          onChange={(from) =>
            change(withAlso({ ...entry, from }, entry.also?.filter((c) => c !== from) ?? []))
          }
          onFocus={(e) => e.currentTarget.select()}
          onBlur={complete}
          error={gone && 'Not in the file'}
          rightSection={sure === undefined ? null : <small className="quiet">{roughPercent(sure)}</small>}
          rightSectionWidth={40}
        />
        {productFields[entry.field].kind === 'images' && entry.from !== '' && (
          <FurtherColumns entry={entry} columns={columns} change={change} />
        )}
        {instead && (
          <Button size="compact-xs" variant="subtle" onClick={instead.take}>
            {instead.from}? {roughPercent(instead.sure)} sure
          </Button>
        )}
      </td>
      <Samples tried={tried} />
      <td>
        <TransformChips
          of={label}
          transforms={entry.transforms}
          change={(transforms) => change({ ...entry, transforms })}
        />
      </td>
      <td>
        <Effect tried={tried} />
        {tried?.better && (
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => change({ ...entry, transforms: tried.better! })}
          >
            Use {tried.better.map((t) => describe(t).toLowerCase()).join(', ')}
          </Button>
        )}
      </td>
      <Filled tried={tried} />
      <td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Unmap ${label}`} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      </td>
    </tr>
  )
}

/** Whose images come behind those of the first column. */
function FurtherColumns({ entry, columns, change }: Pick<RowProps, 'entry' | 'columns' | 'change'>) {
  const also = entry.also ?? []
  const gone = columns.length > 0 ? also.filter((c) => !columns.includes(c)) : []
  const offered = [...new Set([...also, ...columns])].filter((c) => c !== '' && c !== entry.from)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color={gone.length > 0 ? 'red' : 'gray'}
          title={also.join(', ') || undefined}
        >
          {also.length > 0 ? `and ${many(also.length, 'column')} more` : '+ further columns'}
          {gone.length > 0 && `, ${gone.length} not in the file`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>Images come from these too</Menu.Label>
        <Menu.CheckboxGroup value={also} onChange={(chosen) => change(withAlso(entry, chosen))}>
          {offered.map((column) => (
            <Menu.CheckboxItem
              key={column}
              value={column}
              disabled={!also.includes(column) && also.length === mostFurther}
              rightSection={gone.includes(column) && <small className="quiet">not in the file</small>}
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
  tried,
  sure,
  take,
}: {
  entry: Entry
  tried: Tried | undefined
  sure: number
  take: () => void
}) {
  const label = labelOf(entry.field)
  return (
    <tr className="suggested">
      <th scope="row">{label}</th>
      <td>
        <span className="offered">
          <span className="cut mono" title={entry.from}>
            {[entry.from, ...(entry.also ?? [])].join(', ')}
          </span>
          <small className="quiet">{roughPercent(sure)} sure</small>
        </span>
      </td>
      <Samples tried={tried} />
      <td className="wrap">
        <span className="quiet">{entry.transforms.map(describe).join(' › ')}</span>
      </td>
      <td>
        <Effect tried={tried} />
      </td>
      <Filled tried={tried} />
      <td>
        <ActionIcon variant="light" aria-label={`Use ${entry.from} for ${label}`} onClick={take}>
          <IconCheck size={16} />
        </ActionIcon>
      </td>
    </tr>
  )
}

const Samples = ({ tried }: { tried: Tried | undefined }) => (
  <td className="samples mono">
    <div className="cut" title={tried?.samples.join('\n')}>
      {tried && (tried.samples.length ? tried.samples.join('   ') : <i>blank</i>)}
    </div>
  </td>
)

const Filled = ({ tried }: { tried: Tried | undefined }) => (
  <td className="num filled">{tried ? roughPercent(tried.filled) : '—'}</td>
)

/** One value as it comes and as it is kept, and why it isn't. */
function Effect({ tried }: { tried: Tried | undefined }) {
  if (!tried || tried.steps.length === 0) return null
  const from = tried.steps[0]!
  const to = tried.steps.at(-1)!
  return (
    <div className="effect">
      <span className="mono cut" title={tried.steps.join('\nthen ')}>
        {from !== to && (
          <>
            <span className="quiet">{from || 'blank'}</span>
            <IconArrowRight size={13} aria-label="becomes" />
          </>
        )}
        {to || 'blank'}
      </span>
      {tried.reason && (
        <span className={`status tone-${tried.refused ? 'bad' : 'wait'}`}>{tried.reason}</span>
      )}
    </div>
  )
}
