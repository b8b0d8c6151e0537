import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconBox,
  IconBuildingWarehouse,
  IconLayout,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconPlus,
  IconSettingsAutomation,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Found } from '#contract/search/palette.ts'
import { api, refresh } from '../api.ts'
import { NewSupplier } from '../areas/suppliers/public.tsx'
import { links } from '../links.ts'
import { screens } from '../screens.ts'
import { whyMatched } from '../ui/matched.ts'
import { notify } from '../ui/notify.tsx'
import { signOut, useTheme } from './PersonMenu.tsx'

const groups = { vendor: 'Vendors', supplier: 'Suppliers', product: 'SKUs', job: 'Jobs' } as const
const kinds = Object.keys(groups) as (keyof typeof groups)[]
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

const isRun = (words: string) => /^run\b/.test(words)
/** What of a question names a record: `run feed driftwood` means driftwood. */
const recordIn = (query: string) =>
  query
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^run\s+(feed\s+)?(of\s+)?/i, '')

/** Every word that was typed is in the text. */
const says = (text: string, words: string) =>
  words.split(/\s+/).every((word) => text.toLowerCase().includes(word))
const begins = (text: string, words: string) => words !== '' && text.toLowerCase().startsWith(words)
const isJustSo = (f: Found) => f.best && !f.matched?.by.startsWith('similar')

/** Ctrl K: screens, vendors, suppliers, SKUs, jobs, and acts, of the app and on what was found. */
export function Palette() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const [addsSupplier, setAddsSupplier] = useState(false)
  const meant = recordIn(query)
  const [asked] = useDebouncedValue(meant, 120)
  const { data, isPlaceholderData, isPending } = useQuery({
    ...api.searchEverything.query({ query: { q: asked } }),
    enabled: asked.length > 0,
    placeholderData: (old) => old,
  })
  const words = query.trim().toLowerCase()
  // only a supplier's feed can be run
  const found = asked ? (data ?? []).filter((f) => !isRun(words) || f.kind === 'supplier') : []
  const answered = asked === meant && (asked === '' || !(isPending || isPlaceholderData))

  const toScreens = screens
    .filter((s) => s.load && s.access === 'staff' && !s.path.includes('$'))
    .filter((s) => says(`${s.title} ${s.words ?? ''}`, words))
    .map((s): SpotlightActionData => ({
      id: s.state,
      label: s.title,
      leftSection: s.nav ? <s.nav.icon size={18} /> : <IconLayout size={18} />,
      onClick: () => void navigate({ href: s.path }),
    }))
  const acts = useAppActs(words, () => setAddsSupplier(true))
  const runs = found
    .filter((f) => f.kind === 'supplier')
    .map((f): SpotlightActionData => ({
      id: `run-${f.id}`,
      label: `Run feed of ${f.label}`,
      leftSection: <IconPlayerPlay size={18} />,
      onClick: () => void runFeed(f, client, (href) => void navigate({ href })),
    }))
  const actions = [
    {
      group: 'Screens',
      actions: toScreens,
      rank: toScreens.some((s) => begins(s.label!, words)) ? 1 : 0,
    },
    ...kinds.map((kind) => {
      const own = found.filter((f) => f.kind === kind)
      const open = (f: Found) => () => void navigate({ href: target(f) })
      return {
        group: groups[kind],
        actions: own.map((f) => toAction(f, open(f))),
        rank: own.some(isJustSo) ? 3 : 0,
      }
    }),
    // who says what to do means the act
    {
      group: 'Acts',
      actions: [...acts.actions, ...runs],
      rank: isRun(words) ? 4 : acts.meant ? 2 : 0,
    },
  ]
    .filter((g) => g.actions.length > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ rank: _rank, ...group }): SpotlightActionGroupData => group)

  const enter = useEnter(actions.flatMap((g) => g.actions.map((a) => a.id)).join(), answered)
  return (
    <>
      <Spotlight
        actions={actions}
        query={query}
        onQueryChange={setQuery}
        filter={(_q, all) => all}
        shortcut={['mod + K']}
        tagsToIgnore={[]}
        nothingFound={!asked ? 'Type a name, an id or a SKU' : answered ? 'Nothing was found' : 'Looking…'}
        scrollable
        maxHeight={420}
        searchProps={{
          placeholder: 'Screens, vendors, suppliers, SKUs, jobs…',
          'aria-label': 'Search everything',
          onKeyDown: enter,
          leftSection: null,
        }}
      />
      {addsSupplier && (
        <Suspense>
          <NewSupplier close={() => setAddsSupplier(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What can be done anywhere, by each name that a person may have for it. */
function useAppActs(words: string, addSupplier: () => void) {
  const { dark, turn } = useTheme()
  const all = [
    {
      names: ['New supplier', 'Add a supplier', 'Create a supplier'],
      icon: IconPlus,
      act: addSupplier,
    },
    {
      names: dark ? ['Light theme', 'Light mode'] : ['Dark theme', 'Dark mode'],
      icon: dark ? IconSun : IconMoon,
      act: turn,
    },
    { names: ['Sign out', 'Log out', 'Logout'], icon: IconLogout, act: () => void signOut() },
  ]
  const asked = all.filter(({ names }) => words !== '' && names.some((name) => says(name, words)))
  return {
    actions: asked.map(({ names, icon: Icon, act }): SpotlightActionData => ({
      id: names[0]!,
      label: names[0]!,
      leftSection: <Icon size={18} />,
      onClick: act,
    })),
    /** One of them is what the words begin. */
    meant: asked.some(({ names }) => names.some((name) => begins(name, words))),
  }
}

const toAction = (f: Found, onClick: () => void): SpotlightActionData => ({
  id: `${f.kind}-${f.id}`,
  label: f.label,
  description: f.detail,
  leftSection: icons[f.kind],
  rightSection: (
    <span className="found-by">
      {[f.best && 'Best match', f.matched && whyMatched(f.matched, f.label, f.detail)]
        .filter(Boolean)
        .join(', ')}
    </span>
  ),
  onClick,
})

const marked = '.mantine-Spotlight-action[data-selected]'
const unmark = () => document.querySelector(marked)?.removeAttribute('data-selected')
const openFirst = () => document.querySelector<HTMLElement>('.mantine-Spotlight-action')?.click()

/**
 * The first hit is marked whenever other ones come; Enter opens what is marked, once the answer to what was
 * typed is there.
 */
function useEnter(shown: string, answered: boolean) {
  const waits = useRef(false)
  useEffect(() => {
    // the mark stays with a hit that no longer is the first; where none has it, the first is shown as marked
    unmark()
    if (!waits.current || !answered) return
    waits.current = false
    openFirst()
  }, [shown, answered])
  return (e: KeyboardEvent<HTMLInputElement>) => {
    waits.current = e.key === 'Enter' && !answered
    if (waits.current) unmark()
    else if (e.key === 'Enter' && !document.querySelector(marked)) openFirst()
  }
}

async function runFeed(supplier: Found, client: QueryClient, go: (href: string) => void): Promise<void> {
  try {
    const { dropshipper } = await api.getSupplier({ params: { id: supplier.id } })
    const { feed_run_id } = await api.startRun({
      params: { feed_id: dropshipper.feed_id },
      body: { dry: false },
    })
    await refresh(client)
    go(links.feedRun(feed_run_id))
  } catch (error) {
    notify('error', (error as Error).message)
  }
}
