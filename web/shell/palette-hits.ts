import {
  IconBox,
  IconBuildingWarehouse,
  IconEye,
  IconHandStop,
  IconLayout,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconPlus,
  IconSettingsAutomation,
  IconSun,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { PaletteHit } from '#contract/search/palette.ts'
import { links } from '../links.ts'
import { screens } from '../screens.ts'
import { whyMatched } from '../ui/matched.ts'
import { age, since } from '../ui/time.ts'

/** A line of the palette. */
export interface Hit {
  id: string
  icon: Icon
  label: string
  /** Beside the label: its number, its prefix. */
  detail?: string
  /** At the right: why it was found, what tells it from others. */
  facts?: readonly string[]
  /** What does it without looking for it. */
  keys?: string
  act: () => void
}
export interface HitGroup {
  group: string
  hits: readonly Hit[]
  /** The highest comes first. */
  rank: number
}

export const isRun = (words: string) => /^run\b/.test(words)
export const isView = (words: string) => /^view as\b/.test(words)
/** What of a question names a record: `run feed driftwood` means driftwood, `view as harbor` harbor. */
export const recordIn = (query: string) =>
  query
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^(run(\s+feed)?(\s+of)?|view\s+as(\s+customer)?(\s+of)?)(\s+|$)/i, '')

/** Every word that was typed is in the text. */
const says = (text: string, words: string) =>
  words.split(/\s+/).every((word) => text.toLowerCase().includes(word))
const begins = (text: string, words: string) => words !== '' && text.toLowerCase().startsWith(words)
const isJustSo = (f: PaletteHit) => f.best && !f.matched?.by.startsWith('similar')

export function screenHits(words: string, go: (href: string) => void): HitGroup {
  const hits = screens
    .filter((s) => s.access === 'staff')
    .filter((s) => s.load && !s.path.includes('$'))
    .filter((s) => says(`${s.title} ${s.words ?? ''}`, words))
    .map((s) => ({
      id: s.state,
      icon: s.nav?.icon ?? IconLayout,
      label: s.title,
      ...(s.nav && { keys: `g ${s.nav.key}` }),
      act: () => go(s.path),
    }))
  return { group: 'Screens', hits, rank: hits.some((hit) => begins(hit.label, words)) ? 1 : 0 }
}

const groups = { vendor: 'Vendors', supplier: 'Suppliers', product: 'SKUs', job: 'Jobs' } as const
const kinds = Object.keys(groups) as (keyof typeof groups)[]
const icons = {
  vendor: IconUser,
  supplier: IconBuildingWarehouse,
  product: IconBox,
  job: IconSettingsAutomation,
} as const
const target = (f: PaletteHit) =>
  f.kind === 'vendor'
    ? links.vendor(f.id)
    : f.kind === 'supplier'
      ? links.supplier(f.id, 'monitoring')
      : f.kind === 'product'
        ? links.searchIndex(f.parent_id ?? 0, f.label)
        : links.job(f.id)

export function recordHits(found: readonly PaletteHit[], go: (href: string) => void): HitGroup[] {
  // of a number that several records have, the one that stands first is the best match
  const inOrder = kinds.flatMap((kind) => found.filter((f) => f.kind === kind))
  const best = inOrder.find(isJustSo) ?? inOrder.find((f) => f.best)
  return kinds.map((kind) => {
    const own = found.filter((f) => f.kind === kind)
    return {
      group: groups[kind],
      hits: own.map((f) => ({
        id: `${f.kind}-${f.id}`,
        icon: icons[f.kind],
        label: f.label,
        detail: f.detail,
        facts: [
          [f === best && 'Best match', f.matched && whyMatched(f.matched, f.label, f.detail)]
            .filter(Boolean)
            .join(', '),
          f.facts,
        ],
        act: () => go(target(f)),
      })),
      rank: own.some(isJustSo) ? 3 : 0,
    }
  })
}

export interface AppActs {
  addSupplier: () => void
  theme: { dark: boolean; turn: () => void }
  signOut: () => void
}
/** What can be done anywhere, by each name that a person may have for it. */
const appActs = ({ addSupplier, theme: { dark, turn }, signOut }: AppActs) => [
  { names: ['New supplier', 'Add a supplier', 'Create a supplier'], icon: IconPlus, act: addSupplier },
  {
    names: dark ? ['Light theme', 'Light mode'] : ['Dark theme', 'Dark mode'],
    icon: dark ? IconSun : IconMoon,
    act: turn,
  },
  { names: ['Sign out', 'Log out', 'Logout'], icon: IconLogout, act: signOut },
]

/** Acts on what was found, and of the app. Who says what to do means the act; a held run waits for one. */
export function actHits(
  words: string,
  found: readonly PaletteHit[],
  app: AppActs,
  go: (href: string) => void,
  run: (supplier: PaletteHit) => void,
  view: (vendor: PaletteHit) => void,
): HitGroup {
  const asked = appActs(app).filter(({ names }) => words !== '' && names.some((name) => says(name, words)))
  const general = asked.map(({ names, icon, act }): Hit => ({ id: names[0]!, icon, label: names[0]!, act }))
  const suppliers = found.filter((f) => f.kind === 'supplier')
  const runs = suppliers.map((f, i): Hit => ({
    id: `run-${f.id}`,
    icon: IconPlayerPlay,
    label: `Run feed of ${f.label}`,
    ...(i === 0 && { keys: runKeys }),
    act: () => run(f),
  }))
  const decides = suppliers.flatMap((f) => (f.held_run ? [toDecide(f.label, f.held_run, go)] : []))
  const vendors = found.filter((f) => f.kind === 'vendor')
  // of many that a word finds none is meant, until one says "view as"
  const seen = isView(words) || vendors.length === 1 ? vendors : vendors.filter((f) => f.best).slice(0, 1)
  const views = seen.map((f): Hit => ({
    id: `view-as-${f.id}`,
    icon: IconEye,
    label: `View as customer: ${f.label}`,
    act: () => view(f),
  }))
  const hits = isRun(words) ? [...runs, ...decides] : [...decides, ...general, ...runs, ...views]
  const named = asked.some(({ names }) => names.some((name) => begins(name, words)))
  return {
    group: 'Acts',
    hits,
    rank: isRun(words) || isView(words) ? 4 : named ? 2 : decides.length > 0 ? 1.5 : 0,
  }
}
/** With Enter. */
export const runKeys = 'Ctrl'

function toDecide(name: string, held: NonNullable<PaletteHit['held_run']>, go: (href: string) => void): Hit {
  const { feed_run_id, end_tm } = held
  return {
    id: `decide-${feed_run_id}`,
    icon: IconHandStop,
    label: `Decide the held run of ${name}`,
    facts: [`run ${feed_run_id}${end_tm ? `, held ${age(since(end_tm))}` : ''}`],
    act: () => go(links.feedRun(feed_run_id)),
  }
}
