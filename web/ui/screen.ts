import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The groups of staff’s navigation, in their order; inside a group the order of web/screens.ts. */
export const navGroups = ['Vendors', 'Suppliers', 'Dashboards', 'Reports'] as const

interface Nav {
  group: (typeof navGroups)[number]
  icon: Icon
  /** `g` and these two letters go to the screen. */
  key: string
  /** Other paths that light this entry; the screen's own and all below it do anyway. */
  otherPaths?: readonly string[]
}

/** Customers come once a month: a few words across the top, in the order of web/screens.ts, and no keys. */
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
  /** None: has its address and title already, isn't built yet, and is linked from nowhere. */
  load?: () => Promise<{ default: ComponentType }>
  /** What the palette finds it by, beside its title. */
  words?: string
  /** Given: the path’s last part names one of them; without one the first is shown. */
  tabs?: readonly Tab[]
}

/**
 * All that the app knows of a screen: routes, navigation, palette, shortcuts and the browser's tests come
 * from it. Staff have screens of `account`, too: those of their own account.
 */
export type Screen = Basics &
  (
    | { access: 'public'; nav?: undefined }
    | { access: 'account'; nav?: AccountNav }
    | { access: 'staff'; nav?: Nav }
  )

export const defineScreens = <const S extends readonly Screen[]>(screens: S): readonly Screen[] => screens
