import { Button, Checkbox, Group, Menu, NumberInput, Popover, Radio, Select, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { chipText, keysOf, type Filter, type FilterValues } from './filter.ts'

interface Props {
  filters: readonly Filter[]
  values: FilterValues
  /** Changes what stands in the address; undefined takes it away. */
  set: (change: Record<string, string | undefined>) => void
}

// a calendar is loaded once one is opened
const Days = lazy(() => import('./Days.tsx'))

/** A list's filters: one that is set is a chip, which says what it lets through; the others are in a menu. */
export function Filters({ filters, values, set }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const shown = filters.filter((filter) => filter.key === open || chipText(filter, values))
  const rest = filters.filter((filter) => !shown.includes(filter) && filter.kind !== 'given')
  const clear = (of: readonly Filter[]) =>
    set(Object.fromEntries(of.flatMap(keysOf).map((key) => [key, undefined])))
  return (
    <>
      {shown.map((filter) => (
        <Popover
          key={filter.key}
          opened={open === filter.key}
          onChange={(on) => setOpen(on ? filter.key : null)}
          onExitTransitionEnd={() => toChip(filter.label)}
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
                aria-label={`Take the filter ${filter.label} away`}
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
            <Editor filter={filter} values={values} set={set} done={() => setOpen(null)} />
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
      {shown.length > 1 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => clear(shown)}>
          Clear all
        </Button>
      )}
    </>
  )
}

/** The focus that went with what was open is the chip's: the menu's entry that opened it is gone. */
const toChip = (label: string) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[aria-label="Filter ${label}"] button`)?.focus()
  })

/** More are looked for by their name. */
const mostRadios = 12

function Editor({
  filter,
  values,
  set,
  done,
}: Omit<Props, 'filters'> & { filter: Filter; done: () => void }) {
  switch (filter.kind) {
    case 'given':
      return null
    case 'choice':
      if (filter.options.length > mostRadios)
        return (
          <Select
            aria-label={filter.label}
            placeholder={`Find a ${filter.label.toLowerCase()}`}
            searchable
            data-autofocus
            size="xs"
            w={240}
            limit={100}
            data={filter.options}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage="Nothing matches"
            value={values[filter.key] ?? null}
            onChange={(value) => {
              set({ [filter.key]: value ?? undefined })
              done()
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
      const chosen = values[filter.key]?.split(',') ?? []
      return (
        <Checkbox.Group
          aria-label={filter.label}
          value={chosen}
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
        // its room, so that the popover keeps its size and its place
        <Suspense fallback={<div style={{ width: 244, height: 320 }} />}>
          <Days
            from={values[filter.from]}
            to={values[filter.to]}
            set={(from, to) => set({ [filter.from]: from, [filter.to]: to })}
            done={done}
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
