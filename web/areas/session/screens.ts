import { IconMail } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const sessionScreens = defineScreens([
  { state: 'login', path: '/login', title: 'Login', access: 'public', load: () => import('./Login.tsx') },
  {
    state: 'password_reset',
    path: '/password-reset/$token',
    title: 'Password Reset',
    access: 'public',
    load: () => import('./PasswordReset.tsx'),
  },
  {
    state: 'dev.mail',
    path: '/dev/mail',
    title: 'Kept Mail',
    access: 'staff',
    load: () => import('./KeptMail.tsx'),
    nav: { group: 'Reports', icon: IconMail, key: 'km' },
    words: 'email sent',
  },
])
