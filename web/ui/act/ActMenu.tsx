import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'

export interface MenuAct {
  label: string
  /** The letter that does the same, unless something is typed or a dialog is open. */
  shortcut: string
  /** Why it can't be done; undefined: it can. */
  disabledReason?: string | undefined
  /** Something is lost by it: below a line, in red. */
  isDanger?: boolean
  run: (() => void) | { href: string }
}

/** A dialog and an open menu have keys of their own. */
const isBusy = () => document.querySelector('[role=dialog], [role=menu]') !== null

/** What can be done with the open record, each act with its key. */
export function ActMenu({ acts, busy = false }: { acts: readonly MenuAct[]; busy?: boolean }) {
  const navigate = useNavigate()
  const start = ({ run }: MenuAct) => (typeof run === 'function' ? run() : void navigate(run))
  useHotkeys(
    acts.map((act) => [
      act.shortcut,
      () => {
        if (act.disabledReason === undefined && !isBusy()) start(act)
      },
    ]),
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label="More actions" loading={busy}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Fragment key={act.shortcut}>
            {act.isDanger && <Menu.Divider />}
            <Menu.Item
              disabled={act.disabledReason !== undefined}
              title={act.disabledReason}
              aria-keyshortcuts={act.shortcut}
              rightSection={<Kbd size="xs">{act.shortcut.toUpperCase()}</Kbd>}
              {...(act.isDanger && { c: 'var(--bad)' })}
              onClick={() => start(act)}
            >
              {act.label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
