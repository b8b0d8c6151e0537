import { Box, Button, Group, Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { featuredLimit } from '#contract/suppliers/featured.ts'
import { isHidden } from '#contract/suppliers/kinds.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, LoadError, Page } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { RemoveButton } from '../../../ui/form/RemoveButton.tsx'
import { SortableList, SortableRow } from '../../../ui/form/Sortable.tsx'
import { many } from '../../../ui/values.tsx'

type FeaturedRow = Result<'listFeaturedSuppliers'>[number]
type FeaturedSupplier = Pick<
  FeaturedRow,
  'dropshipper_id' | 'supplier_name' | 'sub_count' | 'dropshipper_logo'
>

/** The featured suppliers; staff drag them into order, or use the keyboard. */
export default function FeaturedSuppliers() {
  const { data, error, refetch } = useQuery(api.listFeaturedSuppliers.query())
  if (error)
    return (
      <Page title="Featured Suppliers">
        <LoadError error={error} retry={() => void refetch()} />
      </Page>
    )
  return (
    <Page title="Featured Suppliers" count={data && `${data.length} of ${featuredLimit}`}>
      {data ? <Order latest={data} /> : <Skeleton height={240} />}
    </Page>
  )
}

const asRecord = (list: readonly FeaturedRow[]) => ({ version: list[0]?.version ?? 0, list })

function Order({ latest }: { latest: readonly FeaturedRow[] }) {
  const { form, parts } = useRecordForm({
    latest: asRecord(latest),
    toValues: ({ list }): { list: readonly FeaturedSupplier[] } => ({
      list: list.map(({ dropshipper_id, supplier_name, sub_count, dropshipper_logo }) => ({
        dropshipper_id,
        supplier_name,
        sub_count,
        dropshipper_logo,
      })),
    }),
    save: async ({ list }, { version }) => {
      await api.saveFeaturedSuppliers({
        body: { version, dropshipper_ids: list.map((s) => s.dropshipper_id) },
      })
      return asRecord(await api.listFeaturedSuppliers())
    },
    reload: async () => asRecord(await api.listFeaturedSuppliers()),
    doneText: messages.featuredSaved,
    labels: { list: 'Order' },
  })
  const { list } = form.values
  const setList = (next: readonly FeaturedSupplier[]) => form.setValues({ list: next })
  const ids = list.map((s) => s.dropshipper_id)
  return (
    <RecordForm parts={parts}>
      <Text size="sm" c="dimmed">
        Customers don’t see this order yet.
      </Text>
      {list.length === 0 && <Empty>No featured suppliers yet. Add the first one below.</Empty>}
      <SortableList
        ids={ids}
        width={640}
        move={(order) => setList(order.flatMap((id) => list.filter((s) => s.dropshipper_id === id)))}
      >
        {list.map((s, i) => (
          <Row
            key={s.dropshipper_id}
            supplier={s}
            place={i + 1}
            remove={() => setList(list.filter((x) => x !== s))}
          />
        ))}
      </SortableList>
      {list.length < featuredLimit && <AddFeatured excludedIds={ids} add={(s) => setList([...list, s])} />}
    </RecordForm>
  )
}

function Row({ supplier, place, remove }: { supplier: FeaturedSupplier; place: number; remove: () => void }) {
  return (
    <SortableRow id={supplier.dropshipper_id} name={supplier.supplier_name}>
      <Text c="dimmed" className="num" w={24}>
        {place}
      </Text>
      {supplier.dropshipper_logo && <img className="logo" src={supplier.dropshipper_logo} alt="" />}
      <Link to={links.supplier(supplier.dropshipper_id)} className="name">
        {supplier.supplier_name}
      </Link>
      <Box component="span" className="faint" ml="auto">
        {many(supplier.sub_count, 'subscriber')}
      </Box>
      <RemoveButton label={`Remove ${supplier.supplier_name}`} remove={remove} />
    </SortableRow>
  )
}

function AddFeatured({
  excludedIds,
  add,
}: {
  excludedIds: readonly number[]
  add: (s: FeaturedSupplier) => void
}) {
  const [searchText, setSearchText] = useState('')
  const [query] = useDebouncedValue(searchText, 200)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const { data } = useQuery(api.listSuppliers.query({ body: { query } }))
  const choices =
    data?.suppliers.filter((s) => !excludedIds.includes(s.dropshipper_id) && !isHidden(s.allow_browse)) ?? []
  return (
    <Group align="flex-end" maw={640}>
      <Select
        label="Add supplier"
        searchable
        searchValue={searchText}
        onSearchChange={setSearchText}
        // the server has searched already
        filter={({ options }) => options}
        data={choices.map((s) => ({ value: String(s.dropshipper_id), label: s.supplier_name }))}
        value={pickedId}
        onChange={setPickedId}
        nothingFoundMessage="No other browsable suppliers match"
        flex={1}
      />
      <Button
        variant="default"
        disabled={!pickedId}
        title={pickedId ? undefined : 'Choose a supplier first'}
        onClick={() => {
          const s = choices.find((x) => String(x.dropshipper_id) === pickedId)
          if (s) add({ ...s, dropshipper_logo: null })
          setPickedId(null)
          setSearchText('')
        }}
      >
        Add
      </Button>
    </Group>
  )
}
