import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The groups of the navigation, in their order; inside a group the order of web/screens.ts. */
export const navGroups = ['Account', 'Vendors', 'Suppliers', 'Dashboards', 'Reports'] as const

interface Nav {
  group: (typeof navGroups)[number]
  icon: Icon
  /** `g` and these two letters go to the screen. */
  key: string
  /** Other paths that light this entry; the screen's own and all below it do anyway. */
  also?: readonly string[]
}

/** A part of a screen with a page of its own in the address. */
export interface Tab {
  page: string
  title: string
  load: () => Promise<unknown>
}

/**
 * All that the app knows of a screen: routes, navigation, palette, shortcuts and the browser's tests come
 * from it.
 */
export interface Screen {
  state: string
  path: string
  title: string
  access: 'public' | 'account' | 'staff'
  /** None: has its address and title already, isn't built yet, and is linked from nowhere. */
  load?: () => Promise<{ default: ComponentType }>
  nav?: Nav
  /** What the palette finds it by, beside its title. */
  words?: string
  /** Given: the path’s last part names one of them; without one the first is shown. */
  tabs?: readonly Tab[]
}

export const defineScreens = <const S extends readonly Screen[]>(screens: S): readonly Screen[] => screens
