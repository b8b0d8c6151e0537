import '@mantine/dropzone/styles.layer.css'
import { Anchor, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Result } from '#contract/index.ts'
import { isOpen, jobStatus } from '#contract/jobs/types.ts'
import { asinStatusSeconds, asinUploadLimits } from '#contract/products/asins/uploads.ts'
import { api } from '../../../api.ts'
import { readOnly } from '../../../viewing.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { upload } from '../../../ui/form/upload.ts'
import { Facts } from '../../../ui/page/Page.tsx'
import { count, many } from '../../../ui/values.tsx'

/** Uploads a file of ASINs, follows its job, and shows what became of its lines. */
export function AsinUpload({
  market,
  suppliers,
}: {
  market: number
  suppliers: Result<'getAsinQueue'>['suppliers']
}) {
  const [supplier, setSupplier] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [jobId, setJobId] = useState<number>()
  const send = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      const job_id = await upload<number>({
        url: api.uploadAsins.url({
          query: { market_id: market, ...(supplier !== null && { dropshipper_id: Number(supplier) }) },
        }),
        field: 'asinFile',
        file,
        progress: setShare,
        signal: new AbortController().signal,
      })
      setJobId(job_id)
    } catch (error) {
      notify('error', (error as Error).message)
    } finally {
      setShare(null)
    }
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label="Supplier of the SKUs"
          size="xs"
          w={260}
          searchable
          clearable
          placeholder="Any supplier"
          value={supplier}
          onChange={setSupplier}
          data={suppliers.map((s) => ({ value: String(s.dropshipper_id), label: s.supplier_name }))}
        />
        <Text size="xs" c="dimmed">
          Columns: ASIN, and SKU, UPC, EAN or product ID. Title, brand and model make matches surer.
        </Text>
      </Group>
      <Dropzone
        p="sm"
        multiple={false}
        maxSize={asinUploadLimits.bytes}
        disabled={share !== null || readOnly !== undefined}
        onDrop={([file]) => void send(file)}
        onReject={() => notify('error', 'Choose one file up to 10 MB')}
        inputProps={{ 'aria-label': 'ASIN file' }}
        aria-label="Upload ASIN file"
      >
        {share === null ? (
          <Group gap="sm" justify="center">
            <IconUpload size={18} />
            <Text size="sm">Drop a CSV, TSV or XLSX file here or click to choose one, up to 10 MB</Text>
          </Group>
        ) : (
          <Progress value={share * 100} aria-label="Upload" />
        )}
      </Dropzone>
      <LastUpload jobId={jobId} />
    </Stack>
  )
}

/** The upload of this screen, or the caller's newest: its progress, then its counts. */
function LastUpload({ jobId }: { jobId: number | undefined }) {
  const client = useQueryClient()
  const { data: status } = useQuery({
    ...api.checkAsinUpload.query({ query: jobId === undefined ? {} : { job_id: jobId } }),
    refetchInterval: ({ state }) =>
      state.data && isOpen(state.data.job_status) ? asinStatusSeconds * 1000 : false,
  })
  const job_id = status?.job_id
  const { data: summary } = useQuery({
    ...api.getAsinUploadSummary.query({ query: { job_id: job_id ?? 1 } }),
    enabled: job_id !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.added_asins === undefined && status ? summaryWait(status.job_status) : false,
  })
  const isDone = summary?.added_asins !== undefined
  const wasDone = useRef(isDone)
  useEffect(() => {
    // the queue has new products
    if (isDone && !wasDone.current) {
      void client.invalidateQueries({ queryKey: api.getAsinQueue.key() })
      void client.invalidateQueries({ queryKey: api.getNextAsinMatch.key() })
      void client.invalidateQueries({ queryKey: api.checkAsinUpload.key() })
    }
    wasDone.current = isDone
  }, [isDone, client])
  if (!status) return null
  if (!isDone)
    return summaryWait(status.job_status) !== false ? (
      <Stack gap={4} role="status">
        <Text size="sm">
          {status.file_name}: {status.progress_text ?? status.job_state}
        </Text>
        <Progress value={status.progress} aria-label="Progress of the upload" />
      </Stack>
    ) : (
      <Text size="sm" c="var(--bad)" role="alert">
        {status.file_name} couldn’t be read: {status.reason ?? status.job_state}
      </Text>
    )
  return <Summary summary={summary} />
}

/** How soon to ask for the counts again: a job that has ended has them now, one that failed never will. */
function summaryWait(status: number): number | false {
  if (isOpen(status)) return asinStatusSeconds * 1000
  return status === jobStatus.succeeded ? 1000 : false
}

function Summary({ summary }: { summary: Result<'getAsinUploadSummary'> }) {
  const { errors = 0 } = summary
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {summary.file_name}: {many(summary.read ?? 0, 'line')} read in{' '}
        {summary.took_seconds ? many(summary.took_seconds, 'second') : 'under a second'}.{' '}
        {summary.errors_file && (
          <Anchor href={summary.errors_file} download>
            Download {many(errors, 'line')} with errors
          </Anchor>
        )}
      </Text>
      <Facts
        facts={[
          ['Added', count(summary.added_asins ?? 0)],
          ['Unchanged', count(summary.unchanged ?? 0)],
          ['Conflicts', count(summary.conflicts ?? 0)],
          ['Refused before', count(summary.refused_before ?? 0)],
          ['Duplicates', count(summary.repeated ?? 0)],
          ['Errors', count(errors)],
          ['Sure', count(summary.green ?? 0)],
          ['Likely', count(summary.amber ?? 0)],
          ['Perhaps', count(summary.grey ?? 0)],
        ]}
      />
    </Stack>
  )
}
