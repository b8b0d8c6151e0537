import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { forgetSession } from './session.ts'
import { initialsOf } from '../ui/initials.ts'

export async function signOut(): Promise<void> {
  await api.signOut().catch(() => {})
  await router.navigate({ href: links.login() })
  forgetSession()
  await router.invalidate()
  await router.navigate({ href: links.login() })
}

/** The theme, and a switch to the other one. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { dark, turn: () => setColorScheme(dark ? 'light' : 'dark'), setColorScheme }
}

/** Who is signed in, the theme, and signing out. */
export function PersonMenu({
  name,
  lines,
  signsOut,
  children,
}: {
  name: string
  lines: readonly string[]
  /** Somebody who only views an account can't sign out of it. */
  signsOut: boolean
  /** What else a frame adds. */
  children?: ReactNode
}) {
  const { dark, turn, setColorScheme } = useTheme()
  useHotkeys([['mod+shift+L', turn]])
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account menu">
          <span className="initials" data-initials={initialsOf(name)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {lines.map((line) => (
            <div key={line} className="said">
              {line}
            </div>
          ))}
        </Menu.Label>
        <Menu.Item leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />} onClick={turn}>
          {dark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>Use system theme</Menu.Item>
        {children}
        {signsOut && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
