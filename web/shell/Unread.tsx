import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { many } from '../ui/values.tsx'
import { useLiveMessages } from './useLiveMessages.ts'
import { useUnread } from './useUnread.ts'

const Messages = lazy(() => import('./Messages.tsx'))

/** The bell: how many are unread, and what they say. */
export function Unread() {
  const [open, setOpen] = useState(false)
  const n = useUnread()
  useLiveMessages(true)
  const text = many(n, 'unread notification')
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={text} disabled={open}>
          <Indicator label={n > 99 ? '99+' : n} size={15} disabled={n === 0} color="var(--text)" offset={5}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <IconBell size={16} stroke={1.6} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="messages" aria-label="Notifications">
        {open && (
          <Suspense>
            <Messages unread={n} close={() => setOpen(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
