import { Input, Select, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hexOf } from '#contract/variants/colors.ts'
import { api } from '../../api.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { SkuLink } from '../products/public.tsx'
import type { OwnSupplier, Variant } from './useParentDraft.ts'

/** The variants with a value for each option. */
export function Variants({
  list,
  names,
  errors,
  set,
}: {
  list: Variant[]
  names: readonly string[]
  errors: Record<string, string>
  set: (list: Variant[]) => void
}) {
  if (list.length === 0) return null
  return (
    <Table aria-label="Variants">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Variant</Table.Th>
          {names.map((n, i) => (
            <Table.Th key={i}>{n || `Option ${i + 1}`}</Table.Th>
          ))}
          <Table.Th>Action</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map((v, index) => (
          <Table.Tr key={v.product_id}>
            <Table.Td>
              <SkuLink sku={v.sku} productId={v.product_id} inNewTab />
              <Text size="xs" c="dimmed" className="cut">
                {v.title}
              </Text>
              {v.gone && (
                <Text size="xs" c="red">
                  Missing from the feed. Stays until you remove it.
                </Text>
              )}
              {errors[`variants.${index}`] && <Input.Error>{errors[`variants.${index}`]}</Input.Error>}
            </Table.Td>
            {names.map((n, i) => (
              <Table.Td key={i}>
                <TextInput
                  size="xs"
                  aria-label={`${n || `Option ${i + 1}`} of ${v.sku}`}
                  value={v.values[i] ?? ''}
                  leftSection={/colou?r/i.test(n) && <Swatch color={v.values[i] ?? ''} />}
                  error={errors[`variants.${index}.option_values.${i}`]}
                  onChange={(e) =>
                    set(
                      list.map((x, y) =>
                        y === index
                          ? {
                              ...x,
                              values: names.map((_, o) =>
                                o === i ? e.currentTarget.value : (x.values[o] ?? ''),
                              ),
                            }
                          : x,
                      ),
                    )
                  }
                />
              </Table.Td>
            ))}
            <Table.Td>
              <RemoveButton label={`Remove ${v.sku}`} remove={() => set(list.filter((x) => x !== v))} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Swatch({ color }: { color: string }) {
  const hex = hexOf(color)
  return hex === undefined ? null : (
    <i className="swatch" role="img" aria-label={`${color}, ${hex}`} style={{ background: hex }} />
  )
}

/** Any other product of the supplier, found by SKU or title. */
export function AddVariant({
  supplier,
  currentVariants,
  add,
}: {
  supplier: OwnSupplier
  currentVariants: readonly Variant[]
  add: (variant: Variant) => void
}) {
  const [typedText, setTypedText] = useState('')
  const [search] = useDebouncedValue(typedText, 250)
  const { data } = useQuery({
    ...api.listMappableProducts.query({
      body: { dropshipper_id: supplier.dropshipper_id, filter: 'all', search },
    }),
    enabled: search.length > 1,
  })
  const matches =
    search.length > 1
      ? (data?.products.filter((p) => !currentVariants.some((v) => v.product_id === p.product_id)) ?? [])
      : []
  return (
    <Select
      size="xs"
      label="Add product"
      placeholder="SKU or title"
      searchable
      searchValue={typedText}
      onSearchChange={setTypedText}
      filter={({ options }) => options}
      data={matches.slice(0, 20).map((p) => ({
        value: String(p.product_id),
        label: `${p.sku} · ${p.title ?? ''}${p.mapped_parent_sku ? ` (now in ${p.mapped_parent_sku})` : ''}`,
      }))}
      value={null}
      nothingFoundMessage={search.length > 1 ? 'No other products match' : 'Enter at least 2 characters'}
      onChange={(id) => {
        const p = matches.find((x) => String(x.product_id) === id)
        if (p)
          add({
            product_id: p.product_id,
            sku: p.sku,
            title: p.title,
            gone: p.gone,
            values: p.suggestion?.option_values ?? [],
          })
        setTypedText('')
      }}
    />
  )
}
