import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconBox,
  IconBuildingWarehouse,
  IconLayout,
  IconPlayerPlay,
  IconSettingsAutomation,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import type { Found } from '#contract/search/palette.ts'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { screens } from '../screens.ts'
import { notify } from '../ui/notify.tsx'
import { signOut, useTheme } from './PersonMenu.tsx'

const groups = { vendor: 'Vendors', supplier: 'Suppliers', product: 'SKUs', job: 'Jobs' } as const
const icons = {
  vendor: <IconUser size={18} />,
  supplier: <IconBuildingWarehouse size={18} />,
  product: <IconBox size={18} />,
  job: <IconSettingsAutomation size={18} />,
} as const
const target = (f: Found) =>
  f.kind === 'vendor'
    ? links.vendor(f.id)
    : f.kind === 'supplier'
      ? links.supplier(f.id, 'monitoring')
      : f.kind === 'product'
        ? links.searchIndex(f.parent_id ?? 0, f.label)
        : links.job(f.id)

/** Enter opens the first hit, which is marked, where no other was chosen. */
function openFirst(e: KeyboardEvent<HTMLInputElement>): void {
  if (e.key !== 'Enter' || document.querySelector('.mantine-Spotlight-action[data-selected]')) return
  document.querySelector<HTMLElement>('.mantine-Spotlight-action')?.click()
}

/** What of a question names a record: `run feed driftwood` means driftwood, `#997` means 997. */
const recordIn = (query: string) =>
  query
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^run\s+(feed\s+)?(of\s+)?/i, '')
    .replace(/^#(?=\d)/, '')

/** Ctrl K: screens, vendors, suppliers, SKUs, jobs, and acts on what was found. */
export function Palette() {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(recordIn(query), 120)
  const { dark, turn } = useTheme()
  const { data } = useQuery({
    ...api.searchEverything.query({ query: { q: asked } }),
    enabled: asked.length > 0,
    placeholderData: (old) => old,
  })
  const go = (href: string) => () => void navigate({ href })
  const found = asked ? (data ?? []) : []
  const words = query.trim().toLowerCase()
  const actions: SpotlightActionGroupData[] = [
    {
      group: 'Screens',
      actions: screens
        .filter(
          (s) =>
            s.load &&
            s.access === 'staff' &&
            !s.path.includes('$') &&
            `${s.title} ${s.words ?? ''}`.toLowerCase().includes(words),
        )
        .map((s): SpotlightActionData => ({
          id: s.state,
          label: s.title,
          leftSection: s.nav ? <s.nav.icon size={18} /> : <IconLayout size={18} />,
          onClick: go(s.path),
        })),
    },
    ...(Object.keys(groups) as (keyof typeof groups)[]).map((kind) => ({
      group: groups[kind],
      actions: found
        .filter((f) => f.kind === kind)
        .map((f): SpotlightActionData => ({
          id: `${kind}-${f.id}`,
          label: f.label,
          description: f.detail,
          leftSection: icons[kind],
          onClick: go(target(f)),
        })),
    })),
    {
      group: 'Acts',
      actions: [
        ...[
          { id: 'theme', label: dark ? 'Light theme' : 'Dark theme', onClick: turn },
          { id: 'sign-out', label: 'Sign out', onClick: () => void signOut() },
        ].filter((act) => words !== '' && act.label.toLowerCase().includes(words)),
        ...found
          .filter((f) => f.kind === 'supplier')
          .map((f): SpotlightActionData => ({
            id: `run-${f.id}`,
            label: `Run feed of ${f.label}`,
            leftSection: <IconPlayerPlay size={18} />,
            onClick: () =>
              void runFeed(f).then((id) => (id ? navigate({ href: links.feedRun(id) }) : undefined)),
          })),
      ],
    },
  ]
    .filter((g) => g.actions.length > 0)
    // who says what to do means the act
    .toSorted((a, b) => (/^run\b/.test(words) ? Number(b.group === 'Acts') - Number(a.group === 'Acts') : 0))
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      filter={(_q, all) => all}
      shortcut={['mod + K']}
      tagsToIgnore={[]}
      nothingFound={asked ? 'Nothing was found' : 'Type a name, an id or a SKU'}
      scrollable
      maxHeight={420}
      searchProps={{
        placeholder: 'Screens, vendors, suppliers, SKUs, jobs…',
        'aria-label': 'Search everything',
        onKeyDown: openFirst,
        leftSection: null,
      }}
    />
  )
}

async function runFeed(supplier: Found): Promise<number | undefined> {
  try {
    const { dropshipper } = await api.getSupplier({ params: { id: supplier.id } })
    return (await api.startRun({ params: { feed_id: dropshipper.feed_id }, body: { dry: false } }))
      .feed_run_id
  } catch (error) {
    notify('error', (error as Error).message)
    return undefined
  }
}
