import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { historyColumns } from './history.tsx'

/** A supplier's own feed, or a vendor's custom feed. */
export type HistoryOf = { dropshipper_id: number } | { custom_feed_id: number }

/** A feed's runs of the last seven days. */
export function FeedHistory({ of, supplier, close }: { of: HistoryOf; supplier: string; close: () => void }) {
  const [start] = useState(() => Math.floor(Date.now() / 3_600_000) * 3600 - 7 * 86_400)
  const isCustom = 'custom_feed_id' in of
  const supplierRuns = useQuery({
    ...api.listRunsBetween.query({ query: { dropshipper_id: isCustom ? 0 : of.dropshipper_id, start } }),
    enabled: !isCustom,
  })
  const customRuns = useQuery({
    ...api.listCustomFeedRuns.query({ query: { custom_feed_id: isCustom ? of.custom_feed_id : 0, start } }),
    enabled: isCustom,
  })
  const { data, error } = isCustom ? customRuns : supplierRuns
  return (
    <Modal
      opened
      onClose={close}
      size="80rem"
      title={`Runs of ${supplier}, last 7 days`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DataTable
        label="Runs"
        columns={historyColumns}
        rows={data}
        id={(r) => r.feed_run_id}
        error={error}
        empty="No runs in the last 7 days."
      />
    </Modal>
  )
}
