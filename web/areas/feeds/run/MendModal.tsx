import { Anchor, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { fileSize, many } from '../../../ui/values.tsx'
import { FeedUpload, type UploadedFile } from '../settings/FeedUpload.tsx'

const missingFile = 'Choose the mended file'
const readingText = (rows: number) => `${many(rows, 'mended row')} ${rows === 1 ? 'is' : 'are'} being read`

/** Uploads a run's rejected rows after they were fixed; they become a run of their own. */
export function MendModal({ run, close }: { run: FeedRun; close: () => void }) {
  const navigate = useNavigate()
  const [file, setFile] = useState<UploadedFile | null>(null)
  const choose = useRef<(() => void) | null>(null)
  const params = { feed_run_id: run.feed_run_id }
  return (
    <ActModal
      title={`Mended rows of run ${run.feed_run_id}`}
      act="Run the mended rows"
      missing={file ? undefined : missingFile}
      isChanged={file !== null}
      run={async () => {
        if (!file) throw new Error(missingFile)
        return api.mendRun({ params, body: { file: { id: file.id, name: file.name } } })
      }}
      doneText={({ rows, left_out }) =>
        left_out > 0
          ? `${many(rows, 'mended row')} are being read; ${many(left_out, 'row')} still with another line’s SKU left out`
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
        , mend them in a spreadsheet and upload them here as CSV or XLSX. Leave the columns as they are, the
        last two too: they tell which row is which.
      </Text>
      <Text size="sm">
        They are read alone: every other product stays as it is, and so does where the feed’s file comes from.
      </Text>
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
