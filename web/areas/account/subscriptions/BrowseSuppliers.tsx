import '../mine.css'
import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { browsePageSize, type BrowsedSupplier } from '#contract/account/supplier-requests.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Pager } from '../../../ui/Pager.tsx'
import { shortDay } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const addressFilters = z.object({
  q: z.string().max(200).catch('').default(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** Suppliers that the customer doesn't have, each with a request that its account manager answers. */
export default function BrowseSuppliers() {
  const [{ q: search, page }, set] = useUrl(addressFilters)
  const [wanted, setWanted] = useState<BrowsedSupplier | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...api.browseSuppliers.query({ query: { search, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Browse Suppliers"
      answer={data ? `${many(data.total, 'supplier')} you can add.` : '\u00A0'}
      actions={
        <Link className="link" to={links.mySuppliers()}>
          My suppliers
        </Link>
      }
    >
      <Stack gap="md" maw={820}>
        <FilterBox
          label="Search suppliers"
          placeholder="Search suppliers"
          value={search}
          width="min(320px, 100%)"
          set={(text) => set({ q: text, page: undefined }, { replace: true })}
        />
        {error && !data && <LoadError error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height={640} />}
        {data?.suppliers.length === 0 && (
          <Text>{search === '' ? 'You have all our suppliers.' : `No suppliers match “${search}”.`}</Text>
        )}
        {data && data.suppliers.length > 0 && (
          <ul className="mine-list" aria-label="Suppliers">
            {data.suppliers.map((supplier) => (
              <Offered
                key={supplier.dropshipper_id}
                supplier={supplier}
                request={() => setWanted(supplier)}
              />
            ))}
          </ul>
        )}
        <Pager
          total={data?.total}
          stale={isPlaceholderData}
          size={browsePageSize}
          page={page}
          go={(next, how) => set({ page: next }, how)}
        />
      </Stack>
      {wanted && <RequestModal supplier={wanted} close={() => setWanted(null)} />}
    </Page>
  )
}

function Offered({ supplier, request }: { supplier: BrowsedSupplier; request: () => void }) {
  const { dropshipper_id, dropshipper_name: name, requested_tm, declined } = supplier
  const { act, busy } = useAct({
    run: () => api.withdrawSupplierRequest({ body: { dropshipper_id } }),
    doneText: `Request for ${name} withdrawn`,
  })
  return (
    <li className="offered">
      <div>
        <h3>{name}</h3>
        <p>{supplier.description}</p>
        <p className="faint">
          {many(supplier.active_products, 'product')}
          {requested_tm && `. Requested on ${shortDay(requested_tm)}; we’ll email you.`}
        </p>
        {declined && !requested_tm && (
          <p>
            Request declined on {shortDay(declined.tm)}: {declined.answer}
          </p>
        )}
      </div>
      <Button
        variant={requested_tm ? 'subtle' : 'default'}
        size="md"
        loading={busy}
        disabled={Boolean(readOnly)}
        title={readOnly}
        onClick={() => (requested_tm ? act() : request())}
        aria-label={requested_tm ? `Withdraw request for ${name}` : `Request ${name}`}
      >
        {requested_tm ? 'Withdraw' : 'Request…'}
      </Button>
    </li>
  )
}

function RequestModal({
  supplier: { dropshipper_id, dropshipper_name: name },
  close,
}: {
  supplier: BrowsedSupplier
  close: () => void
}) {
  const [comment, setComment] = useState('')
  return (
    <ActModal
      title={`Request ${name}`}
      act="Send request"
      isChanged={comment !== ''}
      run={() => api.requestSupplier({ body: { dropshipper_id, comment } })}
      doneText={`${name} requested`}
      close={close}
    >
      <Text>
        Your account manager will set it up or write to you. Nothing changes on your bill before that.
      </Text>
      <Textarea
        label="Anything we should know? (optional)"
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(e) => setComment(e.currentTarget.value)}
      />
    </ActModal>
  )
}
