import {
  Box,
  Button,
  Checkbox,
  Group,
  Menu,
  MultiSelect,
  NumberInput,
  Popover,
  Radio,
  Select,
  Stack,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { chipText, keysOf, type Filter, type FilterValues } from './filter.ts'

interface Props {
  filters: readonly Filter[]
  values: FilterValues
  /** Changes the address; undefined removes a value. */
  set: (change: Record<string, string | undefined>) => void
}

// the calendar is loaded when one is opened
const Days = lazy(() => import('./Days.tsx'))

/** A list's filters: an active one is a chip that says what it allows; the others are in a menu. */
export function Filters({ filters, values, set }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const activeFilters = filters.filter((filter) => filter.key === open || chipText(filter, values))
  const rest = filters.filter((filter) => !activeFilters.includes(filter) && filter.kind !== 'given')
  const clear = (clearable: readonly Filter[]) =>
    set(Object.fromEntries(clearable.flatMap(keysOf).map((key) => [key, undefined])))
  return (
    <>
      {activeFilters.map((filter) => (
        <Popover
          key={filter.key}
          opened={open === filter.key}
          onChange={(isOpen) => setOpen(isOpen ? filter.key : null)}
          onExitTransitionEnd={() => focusChip(filter.label)}
          position="bottom-start"
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <span className="chip" role="group" aria-label={`Filter ${filter.label}`}>
              <button
                type="button"
                disabled={filter.kind === 'given'}
                onClick={() => setOpen(open === filter.key ? null : filter.key)}
              >
                <span className="faint">{filter.label}</span> {chipText(filter, values) ?? '…'}
              </button>
              <button
                type="button"
                aria-label={`Remove filter ${filter.label}`}
                onClick={() => {
                  setOpen(null)
                  clear([filter])
                }}
              >
                <IconX size={12} aria-hidden />
              </button>
            </span>
          </Popover.Target>
          <Popover.Dropdown aria-label={filter.label}>
            <Editor filter={filter} values={values} set={set} close={() => setOpen(null)} />
          </Popover.Dropdown>
        </Popover>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="subtle" color="gray" leftSection={<IconPlus size={13} />}>
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setOpen(filter.key)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {activeFilters.length > 1 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => clear(activeFilters)}>
          Clear all
        </Button>
      )}
    </>
  )
}

/** Moves a lost focus to the chip, since the menu's entry that opened it is gone. */
const focusChip = (label: string) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[aria-label="Filter ${label}"] button`)?.focus()
  })

/** More options are searched by name. */
const mostRadios = 12
const mostBoxes = 20

function Editor({
  filter,
  values,
  set,
  close,
}: Omit<Props, 'filters'> & { filter: Filter; close: () => void }) {
  switch (filter.kind) {
    case 'given':
      return null
    case 'choice':
      if (filter.options.length > mostRadios)
        return (
          <Select
            aria-label={filter.label}
            placeholder={`Search ${filter.label.toLowerCase()}`}
            searchable
            data-autofocus
            size="xs"
            w={240}
            limit={100}
            data={filter.options}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage="No matches"
            value={values[filter.key] ?? null}
            onChange={(value) => {
              set({ [filter.key]: value ?? undefined })
              close()
            }}
          />
        )
      return (
        <Radio.Group
          aria-label={filter.label}
          value={values[filter.key] ?? ''}
          onChange={(value) => set({ [filter.key]: value })}
        >
          <Stack gap={6}>
            {filter.options.map(({ value, label }) => (
              <Radio key={value} size="xs" value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'choices': {
      const selection = values[filter.key]?.split(',') ?? []
      if (filter.options.length > mostBoxes)
        return (
          <MultiSelect
            aria-label={filter.label}
            placeholder={`Search ${filter.label.toLowerCase()}`}
            searchable
            data-autofocus
            size="xs"
            w={280}
            limit={100}
            data={filter.options}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage="No matches"
            value={selection}
            onChange={(next) => set({ [filter.key]: next.join(',') || undefined })}
          />
        )
      return (
        <Checkbox.Group
          aria-label={filter.label}
          value={selection}
          onChange={(next) => set({ [filter.key]: next.join(',') || undefined })}
        >
          <Stack gap={6}>
            {filter.options.map(({ value, label }) => (
              <Checkbox key={value} size="xs" value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    }
    case 'days':
      return (
        // keeps the calendar's room, so that the popover doesn't move
        <Suspense fallback={<Box w={244} h={320} />}>
          <Days
            from={values[filter.from]}
            to={values[filter.to]}
            set={(from, to) => set({ [filter.from]: from, [filter.to]: to })}
            close={close}
          />
        </Suspense>
      )
    case 'range':
      return (
        <Group gap="xs">
          {([filter.from, filter.to] as const).map((key, i) => (
            <NumberInput
              key={key}
              size="xs"
              w={110}
              label={i === 0 ? 'At least' : 'At most'}
              min={0}
              allowNegative={false}
              allowDecimal={filter.decimals !== undefined}
              {...(filter.decimals !== undefined && { decimalScale: filter.decimals })}
              value={values[key] ?? ''}
              onChange={(value) => set({ [key]: value === '' ? undefined : String(value) })}
            />
          ))}
        </Group>
      )
  }
}
