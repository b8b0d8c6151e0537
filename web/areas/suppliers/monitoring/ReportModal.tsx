import { Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'

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
