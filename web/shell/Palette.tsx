import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconArrowDown, IconArrowUp, IconCornerDownLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import type { Role } from '#contract/roles.ts'
import type { PaletteHit } from '#contract/search/palette.ts'
import { api, refresh } from '../api.ts'
import { NewSupplier } from '../areas/suppliers/public.tsx'
import { viewAsCustomer } from '../areas/vendors/public.tsx'
import { links } from '../links.ts'
import { Highlight } from '../ui/Highlight.tsx'
import { notify } from '../ui/act/notify.tsx'
import { useScreenName } from '../ui/page/screen-name.ts'
import { useAfterAnswer } from '../ui/FilterBox.tsx'
import {
  actHits,
  isRun,
  isView,
  pageHits,
  readPageActs,
  recordHits,
  recordIn,
  runKeys,
  screenHits,
  type Hit,
  type PageAct,
} from './palette-hits.ts'
import { signOut, useTheme } from './PersonMenu.tsx'

/** Arrow keys are icons, since not every font has arrows. */
const keyIcon = { size: 11, stroke: 2, 'aria-hidden': true } as const

/** Ctrl K: screens, records of every kind, and acts of the app and on the results. */
export function Palette({ role }: { role: Role }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const theme = useTheme()
  const [query, setQuery] = useState('')
  const [pageActs, setPageActs] = useState<readonly PageAct[]>([])
  const [addsSupplier, setAddsSupplier] = useState(false)
  const term = recordIn(query)
  const [debouncedTerm] = useDebouncedValue(term, 120)
  const { data, isPlaceholderData, isPending } = useQuery({
    ...api.searchEverything.query({ query: { q: debouncedTerm } }),
    enabled: debouncedTerm.length > 0,
    placeholderData: (old) => old,
  })
  const words = query.trim().toLowerCase()
  // only suppliers' feeds can be run, and only vendors viewed as customers
  const meantKind = kindOf(words)
  const results = debouncedTerm ? (data ?? []).filter((f) => !meantKind || f.kind === meantKind) : []
  const hasAnswer = debouncedTerm === term && (debouncedTerm === '' || !(isPending || isPlaceholderData))

  const screen = useScreenName()
  const go = (href: string) => void navigate({ href })
  const app = { addSupplier: () => setAddsSupplier(true), theme, signOut: () => void signOut() }
  const view = ({ id }: PaletteHit) =>
    void viewAsCustomer(id).catch((error: Error) => notify('error', error.message))
  const groups = [
    pageHits(words, pageActs, screen),
    screenHits(words, go, role),
    ...recordHits(results, go),
    actHits(words, results, { app, go, view, run: (supplier) => void runFeed(supplier, client, go) }),
  ]
    .filter((g) => g.hits.length > 0)
    .toSorted((a, b) => b.rank - a.rank)

  const hits = groups.flatMap((g) => g.hits)
  const run = hits.find((hit) => hit.keys === runKeys)
  const { onKey, onRunKey } = useEnter(hits.map((hit) => hit.id).join(), hasAnswer, run)
  return (
    <>
      <Spotlight.Root
        query={query}
        onQueryChange={setQuery}
        // reopening it while it closes starts over, too
        onSpotlightOpen={() => {
          setQuery('')
          setPageActs(readPageActs(document))
        }}
        shortcut={['mod + K']}
        tagsToIgnore={[]}
        scrollable
        maxHeight={470}
        size={640}
      >
        <Spotlight.Search
          placeholder="Pages, vendors, suppliers, SKUs, INV-1042, run 1506…"
          aria-label="Search everything"
          onKeyDownCapture={onRunKey}
          onKeyDown={onKey}
        />
        {groups.length > 0 ? (
          <Spotlight.ActionsList>
            {groups.map(({ group, hits: groupHits }) => (
              <Spotlight.ActionsGroup key={group} label={group}>
                {groupHits.map((hit) => (
                  <Spotlight.Action key={hit.id} onClick={hit.act}>
                    <Line hit={hit} query={term} />
                  </Spotlight.Action>
                ))}
              </Spotlight.ActionsGroup>
            ))}
          </Spotlight.ActionsList>
        ) : (
          <Spotlight.Empty>{emptyText(debouncedTerm, hasAnswer)}</Spotlight.Empty>
        )}
        <Spotlight.Footer className="palette-keys">
          <span>
            <kbd>
              <IconArrowUp {...keyIcon} />
            </kbd>{' '}
            <kbd>
              <IconArrowDown {...keyIcon} />
            </kbd>{' '}
            move
          </span>
          <span>
            <kbd>
              <IconCornerDownLeft {...keyIcon} />
            </kbd>{' '}
            open
          </span>
          <span className="end">Type a vendor ID to open that vendor</span>
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

function kindOf(words: string): PaletteHit['kind'] | undefined {
  if (isRun(words)) return 'supplier'
  return isView(words) ? 'vendor' : undefined
}

function emptyText(term: string, hasAnswer: boolean): string {
  if (term === '') return 'Type a name, ID or SKU'
  return hasAnswer ? 'No results' : 'Searching…'
}

/** A result with the typed words marked; at the right why it matches, and its keys. */
const Line = ({ hit: { icon: Icon, label, detail, facts, keys }, query }: { hit: Hit; query: string }) => (
  <>
    <Icon size={18} stroke={1.6} aria-hidden />
    <span className="hit">
      <Highlight text={label} query={query} />
      {detail && (
        <span className="faint">
          <Highlight text={detail} query={query} />
        </span>
      )}
    </span>
    <span className="hit-facts">
      {facts?.filter(Boolean).map((fact) => (
        <span key={fact}>
          <Highlight text={fact} query={query} />
        </span>
      ))}
      {keys === runKeys ? (
        <kbd>
          {keys} <IconCornerDownLeft {...keyIcon} />
        </kbd>
      ) : (
        keys && <kbd>{keys}</kbd>
      )}
      <kbd className="enter">
        <IconCornerDownLeft {...keyIcon} />
      </kbd>
    </span>
  </>
)

const selectedAction = '.mantine-Spotlight-action[data-selected]'
const unmark = () => document.querySelector(selectedAction)?.removeAttribute('data-selected')
const openFirst = () => document.querySelector<HTMLElement>('.mantine-Spotlight-action')?.click()

/**
 * The first result is marked whenever the results change; Enter opens the marked one and Ctrl Enter runs the
 * feed, once the answer to what was typed is there: what is shown until then answers another question.
 */
function useEnter(hitKey: string, hasAnswer: boolean, run: Hit | undefined) {
  // the mark stays on a result that is no longer the first; without a mark, the first is shown as marked
  useEffect(unmark, [hitKey, hasAnswer])
  const { ask, forget } = useAfterAnswer<'open' | 'run'>(hasAnswer, (act) => {
    if (act === 'open' || !run) return openFirst()
    run.act()
    spotlight.close()
  })
  const onKey = (e: KeyboardEvent<HTMLInputElement>) => {
    forget()
    if (e.key !== 'Enter') return
    if (!hasAnswer) unmark()
    // the palette itself opens the marked result
    if (!hasAnswer || !document.querySelector(selectedAction)) ask('open')
  }
  const onRunKey = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || (hasAnswer && !run)) return
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
