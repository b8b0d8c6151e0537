import './my-catalogues.css'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noProductsNow, type CatalogueFile, type DownloadableSupplier } from '#contract/account/downloads.ts'
import { exportFormats, type ExportFormat } from '#contract/lists/formats.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { shortTime } from '../../../ui/time.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { fileSize, many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const pollMs = 1500
const names = { csv: 'CSV', xlsx: 'Excel' } as const
const makeTexts: Readonly<Record<string, string>> = { ready: 'Recreate', failed: 'Try again' }

/** The suppliers' catalogs with the customer's own prices, as files made on request. */
export function MyCatalogues() {
  const { data, error, refetch } = useQuery({
    ...api.listDownloadableSuppliers.query(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ files }) => files.some((file) => file.state === 'waiting')) ? pollMs : false,
  })
  return (
    <Panel title="Catalogs with your prices" id="catalogs">
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && (
        <>
          <Text size="sm" c="dimmed">
            Each supplier’s current products with your prices per store. Files are available for 7 days.
          </Text>
          {data.length === 0 ? (
            <Text mt="xs">No catalogs available yet.</Text>
          ) : (
            <ul className="mine-list my-catalogues" aria-label="Catalogs with your prices">
              {data.map((supplier) => (
                <li key={supplier.dropshipper_id} className="my-catalogue">
                  <div className="mine-head">
                    <h3>{supplier.dropshipper_name}</h3>
                  </div>
                  {supplier.has_products ? (
                    <div className="mine-acts">
                      {exportFormats.map((format) => (
                        <OneFormat key={format} supplier={supplier} format={format} />
                      ))}
                    </div>
                  ) : (
                    <p className="faint">{noProductsNow}.</p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}

function OneFormat({ supplier, format }: { supplier: DownloadableSupplier; format: ExportFormat }) {
  const file = supplier.files.find((candidate) => candidate.format === format)
  const { act, busy } = useAct({
    run: () => api.startCatalogueFile({ params: { did: supplier.dropshipper_id }, body: { format } }),
  })
  const waits = file?.state === 'waiting'
  const make = makeTexts[file?.state ?? 'none'] ?? 'Create'
  return (
    <>
      {file?.state === 'ready' && (
        <Button
          component="a"
          variant="default"
          href={api.downloadCatalogueFile.url({ params: { id: file.list_export_id } })}
          download={file.file_name}
          aria-label={`Download ${names[format]} for ${supplier.dropshipper_name}`}
        >
          Download {names[format]}
        </Button>
      )}
      <Button
        variant={file?.state === 'ready' ? 'subtle' : 'default'}
        loading={busy || waits}
        disabled={Boolean(readOnly)}
        title={readOnly}
        onClick={() => act()}
        aria-label={`${make} ${names[format]} for ${supplier.dropshipper_name}`}
      >
        {file?.state === 'waiting' || !file ? `${make} ${names[format]}` : make}
      </Button>
      {file && <span className="mine-said faint">{fileStatus(file)}</span>}
    </>
  )
}

function fileStatus(file: CatalogueFile): string {
  if (file.state === 'failed') return 'Couldn’t create the file.'
  if (file.state === 'waiting')
    return file.progress === null ? 'Creating…' : `Creating, ${Math.round(file.progress * 100)}%`
  return [
    file.rows_written === null ? null : many(file.rows_written, 'product'),
    file.bytes === null ? null : fileSize(file.bytes),
    `created ${shortTime(file.insert_tm)}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
