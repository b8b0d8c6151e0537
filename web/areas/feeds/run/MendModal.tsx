import { Anchor, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { fileSize, many } from '../../../ui/values.tsx'
import { FeedUpload, type UploadedFile } from '../settings/FeedUpload.tsx'

const missingFile = 'Choose the corrected file'
const readingText = (rows: number) => `${many(rows, 'corrected row')} queued`

/** Uploads a run's rejected rows after they were fixed; they become a run of their own. */
export function MendModal({ run, close }: { run: FeedRun; close: () => void }) {
  const navigate = useNavigate()
  const [file, setFile] = useState<UploadedFile | null>(null)
  const choose = useRef<(() => void) | null>(null)
  const params = { feed_run_id: run.feed_run_id }
  return (
    <ActModal
      title={`Corrected rows of run ${run.feed_run_id}`}
      act="Run corrected rows"
      missing={file ? undefined : missingFile}
      isChanged={file !== null}
      run={async () => {
        if (!file) throw new Error(missingFile)
        return api.mendRun({ params, body: { file: { id: file.id, name: file.name } } })
      }}
      doneText={({ rows, left_out }) =>
        left_out > 0
          ? `${many(rows, 'corrected row')} queued; ${many(left_out, 'row')} with a duplicate SKU skipped`
          : readingText(rows)
      }
      after={({ feed_run_id }) => void navigate({ href: links.feedRun(feed_run_id) })}
      close={close}
    >
      <Text size="sm">
        Download the{' '}
        <Anchor href={api.downloadRejectedRows.url({ params })} size="sm">
          rejected rows
        </Anchor>
        , correct them in a spreadsheet, and upload the CSV or XLSX file. Keep all columns: the last two
        identify each row.
      </Text>
      <Text size="sm">Only these rows are read. Other products and the feed’s source stay unchanged.</Text>
      <FeedUpload
        feedId={run.feed_id}
        dropshipperId={run.dropshipper_id}
        choose={choose}
        onUpload={setFile}
      />
      {file && (
        <Text size="sm" role="status">
          <b>{file.name}</b>, {fileSize(file.bytes)}
        </Text>
      )}
    </ActModal>
  )
}
