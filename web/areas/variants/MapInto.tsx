import { Select, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'
import { SkuLink } from '../products/public.tsx'

/** Maps the chosen products into an existing parent, each with its option values. */
export function MapInto({
  dropshipperId,
  products,
  close,
  onDone,
}: {
  dropshipperId: number
  products: readonly VariantProduct[]
  close: () => void
  onDone: () => void
}) {
  const [firstProduct] = products
  const [typedText, setTypedText] = useState('')
  const [search] = useDebouncedValue(typedText, 200)
  const { data } = useQuery(
    api.listAvailableParents.query({ query: { dropshipper_id: dropshipperId, search } }),
  )
  const [parentId, setParentId] = useState<string | null>(() => {
    const suggestedId = firstProduct?.suggestion?.product_variant_parent_id
    return suggestedId ? String(suggestedId) : null
  })
  const chosenParent = useQuery({
    ...api.listVariants.query({ query: { product_variant_parent_id: Number(parentId) } }),
    enabled: parentId !== null,
  })
  const names = chosenParent.data?.parent.option_names ?? []
  const [values, setValues] = useState<Record<string, string>>({})
  const valueOf = (p: VariantProduct, i: number) =>
    values[`${p.product_id} ${i}`] ?? p.suggestion?.option_values[i] ?? ''
  const isComplete = products.every((p) => names.every((_, i) => valueOf(p, i).trim()))
  const missingValue = isComplete ? undefined : 'Enter a value for each option'
  // the chosen parent stays an option whatever is typed
  const parents = [
    ...(data ?? []),
    ...(chosenParent.data && !data?.some((r) => String(r.product_variant_parent_id) === parentId)
      ? [chosenParent.data.parent]
      : []),
  ]
  return (
    <ActModal
      title={
        firstProduct && products.length === 1
          ? `Map ${firstProduct.sku} to a parent`
          : `Map ${products.length} products to a parent`
      }
      act={`Map ${many(products.length, 'product')}`}
      size="lg"
      missing={names.length === 0 ? 'Choose a parent' : missingValue}
      isChanged={Object.keys(values).length > 0}
      close={close}
      run={() =>
        api.mapVariants({
          body: {
            dropshipper_id: dropshipperId,
            product_variant_parent_id: Number(parentId),
            variants: products.map((p) => ({
              product_id: p.product_id,
              option_values: names.map((_, i) => valueOf(p, i).trim()),
            })),
          },
        })
      }
      doneText={`${many(products.length, 'product')} mapped to ${chosenParent.data?.parent.parent_sku}`}
      after={onDone}
    >
      <Select
        label="Parent"
        searchable
        data-autofocus
        searchValue={typedText}
        onSearchChange={setTypedText}
        filter={({ options: all }) => all}
        data={parents.map((r) => ({ value: String(r.product_variant_parent_id), label: r.parent_sku }))}
        renderOption={({ option }) => (
          <div>
            <span className="mono">{option.label}</span>
            <Text size="xs" c="dimmed">
              {parents.find((r) => String(r.product_variant_parent_id) === option.value)?.title}
            </Text>
          </div>
        )}
        value={parentId}
        allowDeselect={false}
        onChange={setParentId}
        nothingFoundMessage="No parents match. Create a new one instead."
      />
      {names.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              {names.map((n) => (
                <Table.Th key={n}>{n}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map((p) => (
              <Table.Tr key={p.product_id}>
                <Table.Td>
                  <SkuLink sku={p.sku} productId={p.product_id} inNewTab />
                  <Text size="xs" c="dimmed">
                    {p.title}
                  </Text>
                </Table.Td>
                {names.map((n, i) => (
                  <Table.Td key={n}>
                    <TextInput
                      size="xs"
                      aria-label={`${n} of ${p.sku}`}
                      value={valueOf(p, i)}
                      onChange={(e) =>
                        setValues({ ...values, [`${p.product_id} ${i}`]: e.currentTarget.value })
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </ActModal>
  )
}
