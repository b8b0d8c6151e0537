import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../api.ts'
import { many } from '../ui/values.tsx'
import { useAccount } from './session.ts'

const Messages = lazy(() => import('./Messages.tsx'))

/** The bell: how many notifications are unread and, for staff, what they say. */
export function Unread({ staff }: { staff: boolean }) {
  const { account } = useAccount()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.countUnreadMessages.query(),
    refetchInterval: 300_000,
    enabled: Boolean(account?.vendor_id),
  })
  const n = data?.unread_count ?? 0
  const text = many(n, 'unread message')
  const bell = <IconBell size={16} stroke={1.6} />
  if (!staff)
    return (
      <span role="img" aria-label={text}>
        {bell}
      </span>
    )
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
              {bell}
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
