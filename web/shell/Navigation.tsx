import { Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { NavEntry } from '../screens.ts'

interface Waiting {
  count: number
  text: string
}
const badgeText = (n: number) => (n > 99 ? '99+' : n)

/** The areas: groups that fold and stay folded, one current entry; only icons if there is no room. */
export function Navigation({
  entries,
  activeEntry,
  icons,
  waiting,
  onGo,
}: {
  entries: readonly NavEntry[]
  activeEntry: NavEntry | undefined
  icons: boolean
  /** What needs attention, by the entry's state. */
  waiting: Readonly<Record<string, Waiting>>
  onGo: () => void
}) {
  const [foldedGroups, setFoldedGroups] = useLocalStorage<readonly string[]>({
    key: 'folded-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return [...Map.groupBy(entries, (e) => e.nav.group)].map(([group, groupEntries], i) => {
    const isFolded = !icons && foldedGroups.includes(group)
    return (
      <div key={group}>
        {icons ? (
          i > 0 && <div className="nav-rule" />
        ) : (
          <button
            type="button"
            className="nav-group"
            aria-expanded={!isFolded}
            onClick={() =>
              setFoldedGroups(isFolded ? foldedGroups.filter((g) => g !== group) : [...foldedGroups, group])
            }
          >
            {group}
            <IconChevronDown size={12} aria-hidden />
          </button>
        )}
        {groupEntries
          // a folded group still shows the current entry
          .filter((entry) => !isFolded || entry === activeEntry)
          .map((entry) => (
            <EntryLink
              key={entry.state}
              entry={entry}
              isActive={entry === activeEntry}
              icons={icons}
              waiting={waiting[entry.state]}
              onGo={onGo}
            />
          ))}
      </div>
    )
  })
}

function EntryLink({
  entry,
  isActive,
  icons,
  waiting,
  onGo,
}: {
  entry: NavEntry
  isActive: boolean
  icons: boolean
  waiting: Waiting | undefined
  onGo: () => void
}) {
  return (
    <Tooltip label={entry.title} position="right" disabled={!icons}>
      <Link
        to={entry.path}
        // the router marks every link above the address; one is enough
        activeOptions={{ exact: true }}
        onClick={onGo}
        className="nav-entry"
        aria-label={entry.title}
        aria-description={waiting?.text}
        aria-current={isActive ? 'page' : undefined}
        data-lit={isActive || undefined}
      >
        <entry.nav.icon size={16} stroke={1.6} aria-hidden />
        {!icons && entry.title}
        {waiting && waiting.count > 0 && <span className="nav-count" data-count={badgeText(waiting.count)} />}
      </Link>
    </Tooltip>
  )
}
