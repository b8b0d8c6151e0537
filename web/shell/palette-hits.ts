import {
  IconBox,
  IconBuildingWarehouse,
  IconEye,
  IconFileImport,
  IconFileInvoice,
  IconHandStop,
  IconHistory,
  IconLayout,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlus,
  IconPointer,
  IconReceipt,
  IconRosetteDiscount,
  IconSettingsAutomation,
  IconSun,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { Role } from '#contract/roles.ts'
import type { PaletteHit } from '#contract/search/palette.ts'
import { links } from '../links.ts'
import { mayOpen, screens } from '../screens.ts'
import { matchReason } from '../ui/match-text.ts'
import { age, secondsSince } from '../ui/time.ts'

/** A line of the palette. */
export interface Hit {
  id: string
  icon: Icon
  label: string
  /** Beside the label: its number, its prefix. */
  detail?: string
  /** At the right: why it matches, and what distinguishes it. */
  facts?: readonly string[]
  /** The shortcut that does it. */
  keys?: string
  act: () => void
}
export interface HitGroup {
  group: string
  hits: readonly Hit[]
  /** The highest comes first. */
  rank: number
}

/** `run 1506` names a run; `run driftwood` is an act. */
export const isRun = (words: string) => /^run\b(?!\s+#?\d+$)/.test(words)
export const isView = (words: string) => /^view as\b/.test(words)
/** The record that a query names: `run feed driftwood` names driftwood, `view as harbor` names harbor. */
export const recordIn = (query: string) =>
  query
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^(run(?!\s+#?\d+$)(\s+feed)?(\s+of)?|view\s+as(\s+customer)?(\s+of)?)(\s+|$)/i, '')

/** Whether the text contains every typed word. */
const matches = (text: string, words: string) =>
  words.split(/\s+/).every((word) => text.toLowerCase().includes(word))
const begins = (text: string, words: string) => words !== '' && text.toLowerCase().startsWith(words)
const isExactMatch = (f: PaletteHit) => f.best && !f.matched?.by.startsWith('similar')

export function screenHits(words: string, go: (href: string) => void, role: Role): HitGroup {
  const hits = screens
    .filter((s) => s.access !== 'public' && s.access !== 'account')
    .filter((s) => mayOpen(s, role))
    .filter((s) => s.load && !s.path.includes('$'))
    .filter((s) => matches(`${s.title} ${s.words ?? ''}`, words))
    .map((s) => ({
      id: s.state,
      icon: s.nav?.icon ?? IconLayout,
      label: s.title,
      ...(s.nav && { keys: `g ${s.nav.key}` }),
      act: () => go(s.path),
    }))
  return { group: 'Pages', hits, rank: hits.some((hit) => begins(hit.label, words)) ? 1 : 0 }
}

const groups = {
  vendor: 'Vendors',
  supplier: 'Suppliers',
  product: 'SKUs',
  job: 'Jobs',
  run: 'Feed runs',
  invoice: 'Invoices',
  charge: 'Charges',
  promo_code: 'Promo codes',
  platform: 'Platforms',
  custom_feed: 'Custom feeds',
} as const
const kinds = Object.keys(groups) as (keyof typeof groups)[]
const icons = {
  vendor: IconUser,
  supplier: IconBuildingWarehouse,
  product: IconBox,
  job: IconSettingsAutomation,
  run: IconHistory,
  invoice: IconFileInvoice,
  charge: IconReceipt,
  promo_code: IconRosetteDiscount,
  platform: IconPlugConnected,
  custom_feed: IconFileImport,
} as const
const targets: Record<keyof typeof groups, (f: PaletteHit) => string> = {
  vendor: (f) => links.vendor(f.id),
  supplier: (f) => links.supplier(f.id, 'monitoring'),
  product: (f) => links.product(f.id),
  job: (f) => links.job(f.id),
  run: (f) => links.feedRun(f.id),
  invoice: (f) => links.invoices({ search: f.label }),
  charge: (f) => links.charge(f.parent_id ?? 0, f.id),
  promo_code: (f) => links.promoCode(f.id),
  platform: (f) => links.platform(f.id),
  custom_feed: (f) => links.customFeed(f.parent_id ?? 0, f.id),
}

export function recordHits(results: readonly PaletteHit[], go: (href: string) => void): HitGroup[] {
  // if several records have the number, the first is the best match
  const inOrder = kinds.flatMap((kind) => results.filter((f) => f.kind === kind))
  const best = inOrder.find(isExactMatch) ?? inOrder.find((f) => f.best)
  return kinds.map((kind) => {
    const records = results.filter((f) => f.kind === kind)
    return {
      group: groups[kind],
      hits: records.map((f) => ({
        id: `${f.kind}-${f.id}`,
        icon: icons[f.kind],
        label: f.label,
        detail: f.detail,
        facts: [
          [f === best && 'Best match', f.matched && matchReason(f.matched, f.label, f.detail)]
            .filter(Boolean)
            .join(', '),
          f.facts,
        ],
        act: () => go(targets[f.kind](f)),
      })),
      rank: records.some(isExactMatch) ? 3 : 0,
    }
  })
}

/** A tab or act of the screen behind the palette. */
export interface PageAct {
  kind: 'tab' | 'act'
  label: string
  act: () => void
}
/** The tabs and buttons of the shown record, as they stand there: what can't be pressed isn't offered. */
export function readPageActs(page: ParentNode): PageAct[] {
  const find = (kind: PageAct['kind'], selector: string) =>
    [...page.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const label = (element.dataset.label ?? element.textContent).trim()
      return label ? [{ kind, label, act: () => element.click() }] : []
    })
  const enabled = ':not(:disabled, [data-disabled], [aria-selected=true])'
  return [
    ...find('act', `.page-acts :is(button, a)${enabled}`),
    ...find('tab', `.record-tabs [role=tab]${enabled}`),
  ]
}

/** What can be done on the screen behind the palette; before anything is typed it comes first. */
export function pageHits(words: string, acts: readonly PageAct[], screen: string | undefined): HitGroup {
  const hits = acts
    .filter(({ label }) => matches(label, words))
    .map(({ kind, label, act }): Hit => ({
      id: `page-${kind}-${label}`,
      icon: kind === 'tab' ? IconLayout : IconPointer,
      label,
      act,
    }))
  const namedRank = hits.some(({ label }) => begins(label, words)) ? 2.5 : 0.5
  return { group: screen ?? 'This page', hits, rank: words === '' ? 5 : namedRank }
}

export interface AppActs {
  addSupplier: () => void
  theme: { dark: boolean; turn: () => void }
  signOut: () => void
}
/** What can be done anywhere, with the names people use for it. */
const appActs = ({ addSupplier, theme: { dark, turn }, signOut }: AppActs) => [
  {
    name: 'Add supplier',
    aliases: ['New supplier', 'Add a supplier', 'Create a supplier'],
    icon: IconPlus,
    act: addSupplier,
  },
  dark
    ? { name: 'Light theme', aliases: ['Light mode'], icon: IconSun, act: turn }
    : { name: 'Dark theme', aliases: ['Dark mode'], icon: IconMoon, act: turn },
  { name: 'Sign out', aliases: ['Log out', 'Logout'], icon: IconLogout, act: signOut },
]

/** Acts on the results, and of the app. Naming an act means that act; a held run waits for a decision. */
export function actHits(
  words: string,
  results: readonly PaletteHit[],
  {
    app,
    go,
    run,
    view,
  }: {
    app: AppActs
    go: (href: string) => void
    run: (supplier: PaletteHit) => void
    view: (vendor: PaletteHit) => void
  },
): HitGroup {
  const actions = appActs(app).filter(
    ({ name, aliases }) => words !== '' && [name, ...aliases].some((alias) => matches(alias, words)),
  )
  const general = actions.map(({ name, icon, act }): Hit => ({ id: name, icon, label: name, act }))
  const suppliers = results.filter((f) => f.kind === 'supplier')
  const runs = suppliers.map((f, i): Hit => ({
    id: `run-${f.id}`,
    icon: IconPlayerPlay,
    label: `Run feed: ${f.label}`,
    ...(i === 0 && { keys: runKeys }),
    act: () => run(f),
  }))
  const decides = suppliers.flatMap((f) => (f.held_run ? [heldRunHit(f.label, f.held_run, go)] : []))
  const vendors = results.filter((f) => f.kind === 'vendor')
  // one word that finds many vendors means none of them, until one types "view as"
  const viewable = isView(words) || vendors.length === 1 ? vendors : vendors.filter((f) => f.best).slice(0, 1)
  const views = viewable.map((f): Hit => ({
    id: `view-as-${f.id}`,
    icon: IconEye,
    label: `View as customer: ${f.label}`,
    act: () => view(f),
  }))
  const hits = isRun(words) ? [...runs, ...decides] : [...decides, ...general, ...runs, ...views]
  const isNamed = actions.some(({ name, aliases }) =>
    [name, ...aliases].some((alias) => begins(alias, words)),
  )
  const waitingRank = decides.length > 0 ? 1.5 : 0
  const generalRank = isNamed ? 2 : waitingRank
  return { group: 'Actions', hits, rank: isRun(words) || isView(words) ? 4 : generalRank }
}
/** With Enter. */
export const runKeys = 'Ctrl'

function heldRunHit(
  name: string,
  heldRun: NonNullable<PaletteHit['held_run']>,
  go: (href: string) => void,
): Hit {
  const { feed_run_id, end_tm } = heldRun
  return {
    id: `decide-${feed_run_id}`,
    icon: IconHandStop,
    label: `Review held run: ${name}`,
    facts: [`run ${feed_run_id}${end_tm ? `, held ${age(secondsSince(end_tm))}` : ''}`],
    act: () => go(links.feedRun(feed_run_id)),
  }
}
