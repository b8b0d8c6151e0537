import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import type { SkuMatch } from '#contract/product-page/product-page.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { notify } from '../../ui/act/notify.tsx'
import { Empty, LoadError, Page, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { many } from '../../ui/values.tsx'
import { ActiveStatus } from './ActiveStatus.tsx'
import { SkuLink } from './SkuLink.tsx'

const id = z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined)
const url = z.object({
  sku: z.string().max(200).catch('').default(''),
  uid: id,
  supplier: id,
  go: z.stringbool().catch(false).default(false),
})
type Asked = z.output<typeof url>
const queryOf = ({ sku, uid, supplier }: Asked) =>
  api.getProductContext.query({ query: { sku, vendorId: uid, dropshipper_id: supplier } })

/** Looks a product up by its exact SKU, for a vendor if a UID is given; its page opens. */
export default function SkuSearch() {
  const [asked, set] = useUrl(url)
  const { sku, uid, go: leads } = asked
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(asked),
    enabled: sku !== '',
    retry: false,
  })
  const [only, ...others] = data?.matches ?? []
  const opens = leads && only !== undefined && others.length === 0 ? only.product_id : undefined
  // a link to a SKU leads on, and going back leads to where the link was
  useEffect(() => {
    if (opens !== undefined) void navigate({ href: links.product(opens, uid), replace: true })
  }, [opens, uid, navigate])
  return (
    <Page title="Search">
      <SkuForm key={`${sku}-${uid ?? ''}`} asked={asked} set={set} />
      {sku === '' && <Empty>Enter a SKU to see its product, history, prices and listings.</Empty>}
      {(isFetching || opens !== undefined) && sku !== '' && !data && <Skeleton height={160} />}
      {error && !isFetching && <NotFound error={error} retry={() => void refetch()} />}
      {data && opens === undefined && <Matches matches={data.matches} vendorId={uid} />}
    </Page>
  )
}

function SkuForm({
  asked,
  set,
}: {
  asked: Asked
  set: (change: Partial<Record<keyof Asked, string | undefined>>, options?: { replace: boolean }) => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sku, setSku] = useState(asked.sku)
  const [uid, setUid] = useState(asked.uid === undefined ? '' : String(asked.uid))
  const [faults, setFaults] = useState<{ sku?: string; uid?: string }>({})
  const [busy, setBusy] = useState(false)
  const search = async () => {
    const next = url.parse({ sku: sku.trim(), uid: uid.trim() || undefined })
    setBusy(true)
    try {
      const { matches } = await client.fetchQuery({ ...queryOf(next), retry: false })
      notify('success', messages.skuFound)
      const [only, ...others] = matches
      set(
        { sku: next.sku, uid: uid.trim() || undefined, supplier: undefined, go: undefined },
        { replace: true },
      )
      if (only && others.length === 0) void navigate({ href: links.product(only.product_id, next.uid) })
    } catch {
      // what was refused is shown below the form
      set(
        { sku: next.sku, uid: uid.trim() || undefined, supplier: undefined, go: undefined },
        { replace: true },
      )
    } finally {
      setBusy(false)
    }
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const next = {
      ...(sku.trim() === '' && { sku: messages.skuNeeded }),
      ...(!/^\s*\d{0,9}\s*$/.test(uid) && { uid: 'Enter a user ID, such as 1042' }),
    }
    setFaults(next)
    if (next.sku) notify('error', next.sku)
    if (Object.keys(next).length === 0) void search()
  }
  return (
    <form role="search" onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          label="SKU"
          w={280}
          maxLength={200}
          data-filter
          autoFocus
          classNames={{ input: 'mono' }}
          value={sku}
          error={faults.sku}
          onChange={(e) => {
            setFaults({})
            setSku(e.currentTarget.value)
          }}
        />
        <TextInput
          label="UID (optional)"
          w={140}
          inputMode="numeric"
          value={uid}
          error={faults.uid}
          onChange={(e) => {
            setFaults({})
            setUid(e.currentTarget.value)
          }}
        />
        <Button type="submit" mt={20} loading={busy}>
          Search
        </Button>
      </Group>
    </form>
  )
}

/** A refusal in its own words; anything else can be tried again. */
function NotFound({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof HttpError) || (error.status !== 404 && error.status !== 403))
    return <LoadError error={error} retry={retry} />
  return (
    <div role="alert">
      <Empty>{error.message}</Empty>
    </div>
  )
}

function Matches({ matches, vendorId }: { matches: readonly SkuMatch[]; vendorId: number | undefined }) {
  const navigate = useNavigate()
  return (
    <Panel title={`${many(matches.length, 'product')} with this SKU`}>
      <DataTable
        label="Products with this SKU"
        rows={matches}
        columns={matchColumns(vendorId)}
        id={(p) => p.product_id}
        open={(p) => void navigate({ href: links.product(p.product_id, vendorId) })}
        empty="No products."
      />
    </Panel>
  )
}

const matchColumns = (vendorId: number | undefined): readonly Column<SkuMatch>[] => [
  {
    key: 'sku',
    header: 'SKU',
    leaves: 0,
    cell: (p) => <SkuLink sku={p.sku} productId={p.product_id} vendorId={vendorId} />,
  },
  { key: 'title', header: 'Title', wrap: true, cell: (p) => <div className="cut">{p.title ?? '—'}</div> },
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 0,
    cell: (p) =>
      p.own_feed_of === null ? p.supplier_name : `${p.supplier_name}, custom feed of ${p.own_feed_of}`,
  },
  { key: 'state', header: 'Status', leaves: 0, cell: (p) => <ActiveStatus active={p.active} /> },
]
