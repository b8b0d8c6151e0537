import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { forgetSession } from './session.ts'

export async function signOut(): Promise<void> {
  await api.signOut().catch(() => {})
  await router.navigate({ href: links.login() })
  forgetSession()
  await router.invalidate()
  await router.navigate({ href: links.login() })
}

/** Light or dark, whichever it isn't now. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { dark, turn: () => setColorScheme(dark ? 'light' : 'dark'), setColorScheme }
}

/** The height of rows, kept in this browser. */
function useDensity() {
  const [density, setDensity] = useLocalStorage<'compact' | 'comfortable'>({
    key: 'density',
    defaultValue: 'compact',
    getInitialValueInEffect: false,
  })
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return [density, setDensity] as const
}

export function PersonMenu({
  name,
  email,
  role,
  signsOut,
}: {
  name: string
  email: string
  role: string
  /** Who only looks at an account has nothing to sign out of it. */
  signsOut: boolean
}) {
  const { dark, turn, setColorScheme } = useTheme()
  const [density, setDensity] = useDensity()
  useHotkeys([['mod+shift+L', turn]])
  const initials = name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your menu">
          <span className="initials" data-initials={initials} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {email}
          <br />
          {role.replace('_', ' ')}
        </Menu.Label>
        <Menu.Item leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />} onClick={turn}>
          {dark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>Theme of the system</Menu.Item>
        <Menu.Item onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}>
          {density === 'compact' ? 'Comfortable rows' : 'Compact rows'}
        </Menu.Item>
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
