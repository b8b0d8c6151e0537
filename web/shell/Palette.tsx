import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconArrowDown, IconArrowUp, IconCornerDownLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import type { PaletteHit } from '#contract/search/palette.ts'
import { api, refresh } from '../api.ts'
import { NewSupplier } from '../areas/suppliers/public.tsx'
import { viewAsCustomer } from '../areas/vendors/public.tsx'
import { links } from '../links.ts'
import { Marked } from '../ui/Marked.tsx'
import { notify } from '../ui/act/notify.tsx'
import { useOnceAnswered } from '../ui/FilterBox.tsx'
import {
  actHits,
  isRun,
  isView,
  recordHits,
  recordIn,
  runKeys,
  screenHits,
  type Hit,
} from './palette-hits.ts'
import { signOut, useTheme } from './PersonMenu.tsx'

/** A key that is an arrow, which not every font has. */
const keyed = { size: 11, stroke: 2, 'aria-hidden': true } as const

/** Ctrl K: screens, vendors, suppliers, SKUs, jobs, and acts, of the app and on what was found. */
export function Palette() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const theme = useTheme()
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
  // only a supplier's feed can be run, and only a vendor be looked at as its customer
  const meantKind = isRun(words) ? 'supplier' : isView(words) ? 'vendor' : undefined
  const found = asked ? (data ?? []).filter((f) => !meantKind || f.kind === meantKind) : []
  const answered = asked === meant && (asked === '' || !(isPending || isPlaceholderData))

  const go = (href: string) => void navigate({ href })
  const app = { addSupplier: () => setAddsSupplier(true), theme, signOut: () => void signOut() }
  const view = ({ id }: PaletteHit) =>
    void viewAsCustomer(id).catch((error: Error) => notify('error', error.message))
  const groups = [
    screenHits(words, go),
    ...recordHits(found, go),
    actHits(words, found, app, go, (supplier) => void runFeed(supplier, client, go), view),
  ]
    .filter((g) => g.hits.length > 0)
    .toSorted((a, b) => b.rank - a.rank)

  const hits = groups.flatMap((g) => g.hits)
  const run = hits.find((hit) => hit.keys === runKeys)
  const { onKey, onRunKey } = useEnter(hits.map((hit) => hit.id).join(), answered, run)
  return (
    <>
      <Spotlight.Root
        query={query}
        onQueryChange={setQuery}
        // one that is opened again while it closes begins anew, too
        onSpotlightOpen={() => setQuery('')}
        shortcut={['mod + K']}
        tagsToIgnore={[]}
        scrollable
        maxHeight={470}
        size={640}
      >
        <Spotlight.Search
          placeholder="Screens, vendors, suppliers, SKUs, jobs…"
          aria-label="Search everything"
          onKeyDownCapture={onRunKey}
          onKeyDown={onKey}
        />
        {groups.length > 0 ? (
          <Spotlight.ActionsList>
            {groups.map(({ group, hits: of }) => (
              <Spotlight.ActionsGroup key={group} label={group}>
                {of.map((hit) => (
                  <Spotlight.Action key={hit.id} onClick={hit.act}>
                    <Line hit={hit} asked={meant} />
                  </Spotlight.Action>
                ))}
              </Spotlight.ActionsGroup>
            ))}
          </Spotlight.ActionsList>
        ) : (
          <Spotlight.Empty>
            {!asked ? 'Type a name, an id or a SKU' : answered ? 'Nothing was found' : 'Looking…'}
          </Spotlight.Empty>
        )}
        <Spotlight.Footer className="palette-keys">
          <span>
            <kbd>
              <IconArrowUp {...keyed} />
            </kbd>{' '}
            <kbd>
              <IconArrowDown {...keyed} />
            </kbd>{' '}
            move
          </span>
          <span>
            <kbd>
              <IconCornerDownLeft {...keyed} />
            </kbd>{' '}
            open
          </span>
          <span className="end">A number jumps to the vendor</span>
        </Spotlight.Footer>
      </Spotlight.Root>
      {addsSupplier && (
        <Suspense>
          <NewSupplier close={() => setAddsSupplier(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What it is, with what was typed marked; at the right why it was found, and the keys that do it. */
const Line = ({ hit: { icon: Icon, label, detail, facts, keys }, asked }: { hit: Hit; asked: string }) => (
  <>
    <Icon size={18} stroke={1.6} aria-hidden />
    <span className="hit">
      <Marked text={label} asked={asked} />
      {detail && (
        <span className="faint">
          <Marked text={detail} asked={asked} />
        </span>
      )}
    </span>
    <span className="hit-facts">
      {facts?.filter(Boolean).map((fact) => (
        <span key={fact}>
          <Marked text={fact} asked={asked} />
        </span>
      ))}
      {keys === runKeys ? (
        <kbd>
          {keys} <IconCornerDownLeft {...keyed} />
        </kbd>
      ) : (
        keys && <kbd>{keys}</kbd>
      )}
      <kbd className="enter">
        <IconCornerDownLeft {...keyed} />
      </kbd>
    </span>
  </>
)

const marked = '.mantine-Spotlight-action[data-selected]'
const unmark = () => document.querySelector(marked)?.removeAttribute('data-selected')
const openFirst = () => document.querySelector<HTMLElement>('.mantine-Spotlight-action')?.click()

/**
 * The first hit is marked whenever other ones come; Enter opens what is marked, and Ctrl Enter runs the feed,
 * once the answer to what was typed is there: what is shown until then answers another question.
 */
function useEnter(shown: string, answered: boolean, run: Hit | undefined) {
  // the mark stays with a hit that no longer is the first; where none has it, the first is shown as marked
  useEffect(unmark, [shown, answered])
  const { ask, forget } = useOnceAnswered<'open' | 'run'>(answered, (act) => {
    if (act === 'open' || !run) return openFirst()
    run.act()
    spotlight.close()
  })
  const onKey = (e: KeyboardEvent<HTMLInputElement>) => {
    forget()
    if (e.key !== 'Enter') return
    if (!answered) unmark()
    // what is marked is opened by the palette itself
    if (!answered || !document.querySelector(marked)) ask('open')
  }
  const onRunKey = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || (answered && !run)) return
    e.preventDefault()
    e.stopPropagation()
    ask('run')
  }
  return { onKey, onRunKey }
}

async function runFeed(supplier: PaletteHit, client: QueryClient, go: (href: string) => void): Promise<void> {
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
