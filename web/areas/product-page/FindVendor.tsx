import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api.ts'

/** Finds a vendor whose chain is shown: arrows move between the matches, Enter chooses one. */
export function FindVendor({ choose }: { choose: (id: number) => void }) {
  const [draft, setDraft] = useState('')
  const [q] = useDebouncedValue(draft.trim(), 200)
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const { data } = useQuery({ ...api.searchEverything.query({ query: { q } }), enabled: q !== '' })
  const asks = q !== '' && draft.trim() !== ''
  const vendors = asks ? data?.filter((hit) => hit.kind === 'vendor') : undefined
  const ids = vendors?.map((hit) => hit.id).join()
  const { selectFirstOption } = box
  useEffect(() => {
    if (ids) selectFirstOption()
  }, [ids, selectFirstOption])
  return (
    <Combobox
      store={box}
      width={320}
      position="bottom-end"
      onOptionSubmit={(id) => {
        choose(Number(id))
        setDraft('')
        box.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          size="xs"
          aria-label="For vendor"
          placeholder="Vendor’s name or ID"
          w={180}
          leftSection={<IconSearch size={14} />}
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
      <Combobox.Dropdown hidden={!vendors}>
        <Combobox.Options aria-label="Vendors found">
          {vendors?.map((hit) => (
            <Combobox.Option key={hit.id} value={String(hit.id)}>
              {hit.label} <span className="faint">{hit.id}</span>
            </Combobox.Option>
          ))}
          {vendors?.length === 0 && <Combobox.Empty>No vendors match.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
