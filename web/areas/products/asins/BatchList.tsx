import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AsinBatch } from '#contract/products/asins/queue.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many, Moment } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const kindNames = { bulk: 'Sure matches', file: 'Decisions in a file' } as const

/** The bulk acceptances of a market, each of which can be undone for a while. */
export function BatchList({ market }: { market: number }) {
  const [undone, setUndone] = useState<AsinBatch | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listAsinBatches.query({ query: { market_id: market } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 2000 : false),
  })
  useQueueAfterBatches(data)
  const columns: readonly Column<AsinBatch>[] = [
    { key: 'tm', header: 'When', cell: (b) => <Moment tm={b.insert_tm} /> },
    { key: 'by', header: 'By', cell: (b) => b.requested_by },
    { key: 'kind', header: 'What', cell: (b) => kindNames[b.kind] },
    { key: 'supplier', header: 'Supplier', cell: (b) => b.supplier_name ?? 'All' },
    { key: 'accepted', header: 'Accepted', numeric: true, cell: (b) => count(b.accepted) },
    { key: 'state', header: 'State', cell: stateText },
    {
      key: 'acts',
      header: '',
      leaves: 0,
      cell: (b) =>
        b.undo_until !== null && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={readOnly !== undefined}
            onClick={() => setUndone(b)}
          >
            Undo…
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable
        label="Bulk acceptances"
        rows={data}
        columns={columns}
        id={(b) => b.asin_batch_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No bulk acceptances yet."
      />
      {undone && (
        <ActModal
          title="Undo bulk acceptance?"
          act={`Undo ${many(undone.accepted, 'ASIN')}`}
          danger
          run={() => api.undoAsinBatch({ params: { asin_batch_id: undone.asin_batch_id } })}
          doneText={({ job_id }) => `Job ${job_id} is undoing them`}
          close={() => setUndone(null)}
        >
          Each product’s earlier ASIN is restored, and it returns to the queue. Later choices by people stay.
        </ActModal>
      )}
    </>
  )
}

/** The queue's counts and its next product are read again when a batch or its undoing ends. */
function useQueueAfterBatches(batches: readonly AsinBatch[] | undefined) {
  const client = useQueryClient()
  const running = batches?.filter(isRunning).length ?? 0
  const wasRunning = useRef(running)
  useEffect(() => {
    if (running < wasRunning.current) {
      void client.invalidateQueries({ queryKey: api.getAsinQueue.key() })
      void client.invalidateQueries({ queryKey: api.getNextAsinMatch.key() })
    }
    wasRunning.current = running
  }, [running, client])
}

const isRunning = (b: AsinBatch) => b.done_tm === null || (b.undone_tm !== null && b.undo_done_tm === null)

function stateText(b: AsinBatch): string {
  if (b.undo_done_tm !== null)
    return `Undone by ${b.undone_by}: ${count(b.restored)} restored, ${count(b.kept)} kept`
  if (b.undone_tm !== null) return `Undoing: ${count(b.restored)} restored`
  if (b.done_tm === null) return 'Accepting'
  return b.sampled === 0 ? 'Accepted' : `Accepted, ${count(b.sampled)} to be checked`
}
