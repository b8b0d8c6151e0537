import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The groups of staff's navigation, in order; within a group, the order of web/screens.ts. */
export const navGroups = ['Vendors', 'Suppliers', 'Dashboards', 'Reports', 'Settings'] as const

interface Nav {
  group: (typeof navGroups)[number]
  icon: Icon
  /** `g` and these two letters go to the screen. */
  key: string
  /** Other paths that mark this entry as current; the screen's own and those below it always do. */
  otherPaths?: readonly string[]
}

/** Customers come once a month: a few words across the top, in the order of web/screens.ts, and no shortcuts. */
interface AccountNav {
  label: string
  otherPaths?: readonly string[]
}

/** A part of a screen with a page of its own in the address. */
export interface Tab {
  page: string
  title: string
  load: () => Promise<unknown>
}

interface Basics {
  state: string
  path: string
  title: string
  /** undefined: it isn't built yet; its address and title are reserved, and nothing links to it. */
  load?: () => Promise<{ default: ComponentType }>
  /** More words that the palette finds it by. */
  words?: string
  /** The path's last part names one of them; otherwise the first is shown. */
  tabs?: readonly Tab[]
}

/**
 * Everything the app knows about a screen: routes, navigation, palette, shortcuts and the browser's tests
 * derive from it. Staff also have screens of `account`: those of their own account.
 */
export type Screen = Basics &
  (
    | { access: 'public'; nav?: undefined }
    | { access: 'account'; nav?: AccountNav }
    | { access: 'staff'; nav?: Nav }
    | { access: 'money'; nav?: Nav }
    | { access: 'admin'; nav?: Nav }
  )

export const defineScreens = <const S extends readonly Screen[]>(screens: S): readonly Screen[] => screens
