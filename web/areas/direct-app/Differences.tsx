import { Button, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import {
  directFieldLabels,
  type DirectField,
  type DirectSync,
  type DirectUserView,
} from '#contract/direct-app/direct-users.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { valueText } from './sync-text.ts'
import { useChangeRefusal } from './useChangeRefusal.ts'

type Difference = DirectSync['differences'][number]
type Winner = 'here' | 'there'

/** Where IS Direct has another value: both side by side, until a person decides. */
export function Differences({ view }: { view: DirectUserView }) {
  const [deciding, setDeciding] = useState(false)
  const whyNot = useChangeRefusal()
  const { plan_types, sync } = view
  return (
    <Panel
      title="Differs from IS Direct"
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => setDeciding(true)}
        >
          Resolve…
        </Button>
      }
    >
      <DataTable
        label="Differences"
        rows={sync.differences}
        id={({ field }) => field}
        empty="No differences."
        columns={[
          { key: 'field', header: 'Field', leaves: 0, cell: ({ field }) => directFieldLabels[field] },
          {
            key: 'ours',
            header: 'Feedstock',
            leaves: 0,
            cell: ({ field, ours }) => valueText(plan_types, field, ours),
          },
          {
            key: 'theirs',
            header: 'At IS Direct',
            leaves: 0,
            cell: ({ field, theirs }) => valueText(plan_types, field, theirs),
          },
        ]}
      />
      {deciding && <Deciding view={view} close={() => setDeciding(false)} />}
    </Panel>
  )
}

function Deciding({ view, close }: { view: DirectUserView; close: () => void }) {
  const { direct_user, plan_types, sync } = view
  // as of when the dialog was opened: a sync that reads other values meanwhile is refused
  const [opened] = useState(sync)
  const [winners, setWinners] = useState<Partial<Record<DirectField, Winner>>>({})
  const undecided = opened.differences.filter(({ field }) => winners[field] === undefined)
  return (
    <ActModal
      title={`Resolve differences of ${direct_user.email}`}
      act="Resolve"
      missing={undecided.length > 0 ? 'Choose a value for each field' : undefined}
      isChanged={Object.keys(winners).length > 0}
      close={close}
      run={() =>
        api.decideDirectDifferences({
          body: { id: direct_user.id, remote_version: opened.remote_version, winners },
        })
      }
      doneText="Differences resolved"
    >
      <Text size="sm">The value you choose replaces the other one.</Text>
      {opened.differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          plans={plan_types}
          winner={winners[difference.field]}
          set={(winner) => setWinners({ ...winners, [difference.field]: winner })}
        />
      ))}
    </ActModal>
  )
}

function Choice({
  difference: { field, ours, theirs },
  plans,
  winner,
  set,
}: {
  difference: Difference
  plans: DirectUserView['plan_types']
  winner: Winner | undefined
  set: (winner: Winner) => void
}) {
  const label = directFieldLabels[field]
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        orientation="vertical"
        aria-label={label}
        value={winner ?? ''}
        onChange={(value) => set(value === 'here' ? 'here' : 'there')}
        data={[
          { value: 'here', label: `Feedstock: ${valueText(plans, field, ours)}` },
          { value: 'there', label: `IS Direct: ${valueText(plans, field, theirs)}` },
        ]}
      />
    </div>
  )
}
