import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api.ts'

const mostHits = 6

/** Finds a product of the vendor's suppliers: arrows move between the matches, Enter chooses one. */
export function FindProduct({ vendorId, choose }: { vendorId: number; choose: (id: number) => void }) {
  const [draft, setDraft] = useState('')
  const [q] = useDebouncedValue(draft.trim(), 200)
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const { data } = useQuery({
    ...api.findProducts.query({ query: { q, vendor_id: vendorId } }),
    enabled: q.length > 1,
  })
  const asks = q.length > 1 && draft.trim().length > 1
  const hits = asks ? data?.products.slice(0, mostHits) : undefined
  const hitIds = hits?.map((p) => p.product_id).join()
  const { selectFirstOption } = box
  useEffect(() => {
    if (hitIds) selectFirstOption()
  }, [hitIds, selectFirstOption])
  return (
    <Combobox
      store={box}
      width={420}
      position="bottom-start"
      onOptionSubmit={(id) => {
        choose(Number(id))
        setDraft('')
        box.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          data-filter
          aria-label="Search products"
          placeholder="SKU, UPC or title"
          w={216}
          leftSection={<IconSearch size={14} />}
          rightSection={draft === '' ? <kbd>/</kbd> : undefined}
          value={draft}
          onChange={(e) => {
            setDraft(e.currentTarget.value)
            box.openDropdown()
          }}
          onFocus={() => box.openDropdown()}
          onClick={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!hits}>
        <Combobox.Options aria-label="Products found">
          {hits?.map((p) => (
            <Combobox.Option key={p.product_id} value={String(p.product_id)}>
              <span className="mono">{p.sku}</span> {p.title}
            </Combobox.Option>
          ))}
          {hits?.length === 0 && <Combobox.Empty>No products match.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
