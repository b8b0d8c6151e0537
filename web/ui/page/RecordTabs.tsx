import { Menu, Tabs, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { WithSide } from './Page.tsx'

interface ShownTab {
  page: string
  title: string
  count?: string | undefined
  /** Why it can't be opened. */
  closedReason?: string | undefined
}

const shared: readonly string[] = ['side']

/**
 * A record's tabs; those that don't fit are in a menu at the end. The side panel stays open from one tab to
 * the next, and each tab is found as it was left: its filters, sort and page.
 */
export function RecordTabs({
  tabs,
  current,
  href,
  keeps = shared,
  children,
}: {
  tabs: readonly ShownTab[]
  current: string
  href: (page: string) => string
  /** Keys of the address that stay from one tab to the next. */
  keeps?: readonly string[]
  children: ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const [fit, setFit] = useState(tabs.length)
  useLayoutEffect(() => {
    const measure = () => {
      // tabs that don't fit wrap into a second line, which is hidden
      const items = [...(list.current?.children ?? [])] as HTMLElement[]
      const firstWrapped = items.findIndex((item) => item.offsetTop > (items[0]?.offsetTop ?? 0))
      setFit(firstWrapped < 0 ? items.length : firstWrapped)
    }
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    measure()
    return () => observer.disconnect()
  }, [tabs.length])
  const { searchStr } = useLocation()
  const navigate = useNavigate()
  const searches = useRef(new Map<string, string>())
  const go = (page: string) => {
    searches.current.set(current, searchStr)
    const now = new URLSearchParams(searchStr)
    const search = new URLSearchParams(searches.current.get(page))
    for (const key of keeps) {
      const value = now.get(key)
      if (value === null) search.delete(key)
      else search.set(key, value)
    }
    void navigate({ href: search.size > 0 ? `${href(page)}?${search}` : href(page) })
  }
  const rest = tabs.slice(fit)
  const activeTab = rest.find((tab) => tab.page === current)
  return (
    <Tabs value={current} onChange={(page) => page && go(page)} keepMounted={false}>
      <div className="record-tabs">
        <Tabs.List ref={list}>
          {tabs.map(({ page, title, count, closedReason }, i) => (
            <Tooltip key={page} label={closedReason} disabled={!closedReason}>
              <Tabs.Tab
                value={page}
                data-label={title}
                disabled={Boolean(closedReason)}
                {...(i >= fit && { 'data-wrapped': true })}
              >
                {title}
                {count && <span className="faint"> {count}</span>}
              </Tabs.Tab>
            </Tooltip>
          ))}
        </Tabs.List>
        {rest.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <UnstyledButton className="more-tabs" {...(activeTab && { 'data-lit': true })}>
                {activeTab ? activeTab.title : `${rest.length} more`}{' '}
                <IconChevronDown size={13} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {rest.map(({ page, title, closedReason }) => (
                <Menu.Item key={page} disabled={Boolean(closedReason)} onClick={() => go(page)}>
                  {title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Tabs.Panel value={current}>
        <WithSide>{children}</WithSide>
      </Tabs.Panel>
    </Tabs>
  )
}
