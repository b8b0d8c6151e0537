import { Modal, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { historyColumns } from '../../feeds/public.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'

/** A feed's runs of the last seven days. */
export function HistoryModal({ feed, close }: { feed: MonitoredFeed; close: () => void }) {
  const [start] = useState(() => Math.floor(Date.now() / 3_600_000) * 3600 - 7 * 86_400)
  const id = idOf(feed)
  const supplierRuns = useQuery({
    ...api.listRunsBetween.query({ query: { dropshipper_id: id, start } }),
    enabled: !('email' in feed),
  })
  const custom = useQuery({
    ...api.listCustomFeedRuns.query({ query: { custom_feed_id: id, start } }),
    enabled: 'email' in feed,
  })
  const { data, error } = 'email' in feed ? custom : supplierRuns
  return (
    <Modal
      opened
      onClose={close}
      size="80rem"
      title={`Runs of ${feed.supplier}, last 7 days`}
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

/** The note of a feed in the report, and whether the report shows the feed. */
export function ReportModal({ feed, close }: { feed: MonitoredFeed; close: () => void }) {
  const [report_note, setNote] = useState(feed.report_note)
  const [hidden_from_report, setHidden] = useState(feed.hidden_from_report)
  return (
    <ActModal
      title={`Report note of ${feed.supplier}`}
      act="Save note"
      isChanged={report_note !== feed.report_note}
      run={() =>
        ('email' in feed ? api.saveCustomFeedReportInfo : api.saveSupplierReportInfo)({
          body: { id: idOf(feed), hidden_from_report, report_note, version: feed.report_version },
        })
      }
      doneText={'Report note saved'}
      close={close}
    >
      <Textarea
        label="Note"
        description="Shown under the supplier’s name in this report"
        autosize
        minRows={3}
        maxLength={2000}
        data-autofocus
        value={report_note}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
      <Switch
        label="Hide from this report"
        checked={hidden_from_report}
        onChange={(e) => setHidden(e.currentTarget.checked)}
      />
    </ActModal>
  )
}
