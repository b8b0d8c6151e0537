import { Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import type { ReasonCode } from '#contract/products/asins/match.ts'
import { sampleOf, typedAbove, undoDays } from '#contract/products/asins/queue.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { LoadError } from '../../../ui/page/Page.tsx'
import { count, many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

/** Accepts all sure matches at once, after they were shown. */
export function AcceptSure({
  market,
  supplier,
  sure,
}: {
  market: number
  supplier: number | undefined
  sure: number
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button disabled={sure === 0 || readOnly !== undefined} onClick={() => setIsOpen(true)}>
        {sure === 0 ? 'Accept sure matches' : `Accept ${matchesText(sure, 'sure ')}…`}
      </Button>
      {isOpen && <AcceptModal market={market} supplier={supplier} close={() => setIsOpen(false)} />}
    </>
  )
}

const matchesText = (n: number, kind = '') => `${count(n)} ${kind}${n === 1 ? 'match' : 'matches'}`

type Preview = Result<'weighAsinBatch'>

function AcceptModal({
  market,
  supplier,
  close,
}: {
  market: number
  supplier: number | undefined
  close: () => void
}) {
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery({
    ...api.weighAsinBatch.query({ query: { market_id: market, dropshipper_id: supplier } }),
    staleTime: Infinity,
  })
  const isLarge = (data?.count ?? 0) > typedAbove
  const missing = missingOf(data, isLarge && typed.replaceAll(/\D/g, '') !== String(data?.count))
  return (
    <ActModal
      title="Accept sure matches?"
      act={data ? `Accept ${matchesText(data.count)}` : 'Accept'}
      size="xl"
      missing={missing}
      isChanged={typed !== ''}
      run={() =>
        api.acceptAsinMatches({
          body: {
            market_id: market,
            dropshipper_id: supplier ?? null,
            upto_id: data?.upto_id ?? 0,
            count: data?.count ?? 0,
          },
        })
      }
      doneText={({ job_id }) => `Job ${job_id} is accepting them`}
      close={close}
    >
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Loader aria-label="Loading" />}
      {data && (
        <Stack gap="sm">
          <Text size="sm">
            {effectText(data)} You can undo this for {undoDays} days. 1 in {sampleOf} stays in the queue to be
            checked.
          </Text>
          <Counts preview={data} />
          <Examples preview={data} />
          {isLarge && (
            <TextInput
              label={`Type ${count(data.count)} to confirm`}
              value={typed}
              onChange={(e) => setTyped(e.currentTarget.value)}
              w={220}
            />
          )}
        </Stack>
      )}
    </ActModal>
  )
}

function missingOf(data: Preview | undefined, isUntyped: boolean): string | undefined {
  if (!data) return 'Loading'
  if (data.count === 0) return 'No sure matches left'
  return isUntyped ? 'Type the number' : undefined
}

const effectText = ({ count: n, stores }: Preview) =>
  `${many(n, 'product')} get their ASIN. ` +
  (stores === 0 ? 'No store lists them yet.' : `${many(stores, 'store')} will use it for new listings.`)

const reasonNames: Partial<Record<ReasonCode, string>> = {
  barcode: 'Same barcode',
  model: 'Same model number',
  model_in_title: 'Model number in the title',
  code: 'Same code in both titles',
}

const Counts = ({ preview }: { preview: Preview }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">Supplier or reason</th>
        <th scope="col" className="num">
          Matches
        </th>
      </tr>
    </thead>
    <tbody>
      {preview.suppliers.map((s) => (
        <tr key={s.dropshipper_id}>
          <td>{s.supplier_name}</td>
          <td className="num">{count(s.count)}</td>
        </tr>
      ))}
      {preview.reasons.map((r) => (
        <tr key={r.code}>
          <td className="faint">{reasonNames[r.code] ?? r.code}</td>
          <td className="num">{count(r.count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Examples = ({ preview }: { preview: Preview }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">Random examples</th>
        <th scope="col">ASIN</th>
      </tr>
    </thead>
    <tbody>
      {preview.examples.map((e) => (
        <tr key={e.product_asin_match_id}>
          <td className="wrap">
            {e.title ?? e.sku} <span className="mono faint">{e.sku}</span>
          </td>
          <td className="wrap">
            {e.asin_title ?? '—'} <span className="mono faint">{e.asin}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
