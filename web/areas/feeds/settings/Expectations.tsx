import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expectedText, type Expectation } from '#contract/feeds/expectations.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { shortDay, secondsSince } from '../../../ui/time.ts'
import { count, limitPercent, Moment } from '../../../ui/values.tsx'
import { partId } from '../anchors.ts'
import { runColumn, whyColumns } from '../run/decision-columns.tsx'

const stands = (e: Expectation) => e.revoked_tm === null && secondsSince(e.until_tm) < 0
const labelOf = expectedText

/** What people expect of a feed, and how to take it back; ended ones are collapsed. */
export function Expectations({ feedId }: { feedId: number }) {
  const { data } = useQuery(api.listExpectations.query({ params: { feed_id: feedId } }))
  const [isExpanded, setExpanded] = useState(false)
  const [chosenExpectation, chooseExpectation] = useState<Expectation | null>(null)
  // most feeds have none, so nothing is shown
  if (!data || data.length === 0) return null
  const standing = data.filter(stands)
  const endedExpectations = data.filter((e) => !stands(e))
  return (
    <Panel title="Expected changes" id={partId('expected')}>
      <DataTable
        label="Expected changes"
        rows={standing}
        id={(e) => e.feed_expectation_id}
        empty="No expected changes"
        columns={[...columns, actColumn(chooseExpectation)]}
      />
      {endedExpectations.length > 0 && (
        <button
          type="button"
          className="link more"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Hide ended' : `Show ${count(endedExpectations.length)} ended`}
        </button>
      )}
      {isExpanded && (
        <DataTable
          label="Ended expected changes"
          rows={endedExpectations}
          id={(e) => e.feed_expectation_id}
          empty="None ended yet"
          columns={[...columns, endColumn]}
        />
      )}
      {chosenExpectation && (
        <ReasonModal
          title={`End expected change “${labelOf(chosenExpectation)}”?`}
          act="End expected change"
          run={(reason) =>
            api.revokeExpectation({ params: { id: chosenExpectation.feed_expectation_id }, body: { reason } })
          }
          doneText={`Expected change “${labelOf(chosenExpectation)}” ended`}
          close={() => chooseExpectation(null)}
        >
          {`The next run above the limit is held again, as before run ${chosenExpectation.feed_run_id}.`}
        </ReasonModal>
      )}
    </Panel>
  )
}

const columns: readonly Column<Expectation>[] = [
  { key: 'measure', header: 'Check', leaves: 0, cell: (e) => <b>{labelOf(e)}</b> },
  { key: 'limit', header: 'Up to', numeric: true, leaves: 0, width: 90, cell: (e) => limitPercent(e.limit) },
  { key: 'until', header: 'Until', leaves: 0, width: 90, cell: (e) => shortDay(e.until_tm) },
  ...whyColumns<Expectation>(),
  runColumn<Expectation>(4),
]
const actColumn = (take: (e: Expectation) => void): Column<Expectation> => ({
  key: 'act',
  header: '',
  width: 110,
  leaves: 0,
  cell: (e) => (
    <Button size="compact-xs" variant="default" aria-label={`End… ${labelOf(e)}`} onClick={() => take(e)}>
      {' '}
      End…
    </Button>
  ),
})
const endColumn: Column<Expectation> = {
  key: 'ended',
  header: 'Ended',
  wrap: true,
  leaves: 1,
  cell: (e) =>
    e.revoked_tm ? (
      <>
        {' '}
        Ended by {e.revoked_by}, <Moment tm={e.revoked_tm} />
      </>
    ) : (
      'Expired'
    ),
}
