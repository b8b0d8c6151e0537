import { Button, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { JudgedRun } from '#contract/feeds/expectations.ts'
import {
  gateMeasureNames,
  measureKind,
  usualThreshold,
  usualWarning,
  type GateMeasure,
  type JudgedMeasure,
} from '#contract/feeds/gate.ts'
import type { FeedRules } from '#contract/feeds/settings.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { percent } from '../../../ui/values.tsx'
import type { Values } from '../settings/feed-form.ts'
import { usualText } from './gate-words.ts'
import { useUsual } from './useBackTest.ts'

const kinds = { amount: 'Normal changes', wrong: 'Likely errors' } as const

/** The limits that a person set, one row a measure; they win over all others. */
export function GateLimits({
  form,
  runs,
}: {
  form: UseFormReturnType<Values>
  runs: readonly JudgedRun[] | undefined
}) {
  const { rules } = form.values
  const { limits } = rules
  // a measure that was just added has no limit yet
  const [addedMeasures, setAddedMeasures] = useState<readonly GateMeasure[]>([])
  const shownMeasures = gateMeasureNames
    .filter((name) => limits[name] !== undefined || addedMeasures.includes(name))
    .toSorted((a, b) => (measureKind(a).kind < measureKind(b).kind ? -1 : 1))
  const usual = useUsual(runs, shownMeasures.length > 0)
  const set = (name: GateMeasure, part: 'hold' | 'warn', value: number | string) => {
    const { [part]: _, ...otherPart } = limits[name] ?? {}
    // the check refuses what is not a number
    const measureLimits = value === '' ? otherPart : { ...otherPart, [part]: value as number }
    const { [name]: __, ...others } = limits
    form.setFieldValue(
      'rules.limits',
      Object.keys(measureLimits).length > 0 ? { ...others, [name]: measureLimits } : others,
    )
    setAddedMeasures([...new Set([...addedMeasures, name])])
  }
  const takeAway = (name: GateMeasure) => {
    const { [name]: _, ...others } = limits
    form.setFieldValue('rules.limits', others)
    setAddedMeasures(addedMeasures.filter((n) => n !== name))
  }
  const input = (name: GateMeasure, part: 'hold' | 'warn') => (
    <NumberField
      aria-label={`${measureKind(name).label}: ${part === 'hold' ? 'hold above' : 'warn above'}`}
      unit="%"
      size="xs"
      placeholder={placeholder(floorOf(name, part, rules))}
      value={limits[name]?.[part]}
      onChange={(value) => set(name, part, value)}
      error={form.errors[`rules.limits.${name}.${part}`]}
    />
  )
  return (
    <div>
      {shownMeasures.length > 0 && (
        <DataTable
          label="Limits set for this feed"
          rows={shownMeasures.map((name) => ({ name }))}
          id={({ name }) => name}
          empty="No limits set"
          columns={[
            { key: 'measure', header: 'Check', cell: ({ name }) => <b>{measureKind(name).label}</b> },
            {
              key: 'kind',
              header: 'Kind',
              leaves: 4,
              cell: ({ name }) => <span className="quiet">{kinds[measureKind(name).kind]}</span>,
            },
            {
              key: 'floor',
              header: 'Default limit',
              numeric: true,
              leaves: 2,
              cell: ({ name }) => placeholder(floorOf(name, 'hold', rules)),
            },
            {
              key: 'usual',
              header: 'Usual',
              numeric: true,
              leaves: 3,
              cell: ({ name }) => <UsualOf measure={usual(name)} />,
            },
            {
              key: 'hold',
              header: 'Hold above',
              width: 120,
              leaves: 0,
              cell: ({ name }) => input(name, 'hold'),
            },
            {
              key: 'warn',
              header: 'Warn above',
              width: 120,
              leaves: 0,
              cell: ({ name }) => input(name, 'warn'),
            },
            {
              key: 'away',
              header: '',
              width: 110,
              leaves: 0,
              cell: ({ name }) => (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconX size={13} />}
                  aria-label={`Remove the limit for ${measureKind(name).label}`}
                  onClick={() => takeAway(name)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Select
        mt={shownMeasures.length > 0 ? 'sm' : 0}
        w={300}
        aria-label="Add a limit"
        placeholder="Add a limit"
        searchable
        value={null}
        nothingFoundMessage="No matching checks"
        data={(['amount', 'wrong'] as const).map((kind) => ({
          group: kinds[kind],
          items: gateMeasureNames
            .filter((name) => measureKind(name).kind === kind && !shownMeasures.includes(name))
            .map((name) => ({ value: name, label: measureKind(name).label })),
        }))}
        onChange={(name) => name && setAddedMeasures([...addedMeasures, name as GateMeasure])}
      />
    </div>
  )
}

/** The limit if nobody set one: against the last run, scaled by the feed's threshold. */
function floorOf(name: GateMeasure, part: 'hold' | 'warn', rules: FeedRules): number | null {
  const { hold: floors, warn, kind } = measureKind(name)
  const hold = floors.last ?? floors.first ?? null
  const [floor, set, usual] =
    part === 'hold'
      ? [hold, rules.threshold_percent, usualThreshold]
      : [warn ?? (hold ?? 0) / 3, rules.warn_percent, usualWarning]
  return floor !== null && kind === 'amount' ? (floor * Number(set)) / usual : floor
}
const placeholder = (floor: number | null) => (floor === null ? 'never' : percent(floor))

const UsualOf = ({ measure }: { measure: JudgedMeasure | undefined }) => (
  <span className="quiet">{measure ? usualText(measure) : '—'}</span>
)
