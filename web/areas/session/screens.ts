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
    state: 'verification',
    path: '/verification',
    title: 'Verification',
    access: 'public',
    load: () => import('./Verification.tsx'),
  },
  {
    state: 'confirm_email',
    path: '/confirm-email/$token',
    title: 'Confirm Email',
    access: 'public',
    load: () => import('./ConfirmEmail.tsx'),
  },
  {
    state: 'register',
    path: '/register',
    title: 'Register',
    access: 'public',
    load: () => import('./Register.tsx'),
  },
  {
    state: 'staff.join',
    path: '/join/$token',
    title: 'Join Feedstock',
    access: 'public',
    load: () => import('./Join.tsx'),
  },
  {
    state: 'unsubscribe',
    path: '/unsubscribe/$vid/$key',
    title: 'Unsubscribe',
    access: 'public',
    load: () => import('./Unsubscribe.tsx'),
  },
  {
    state: 'dev.mail',
    path: '/dev/mail',
    title: 'Test Emails',
    access: 'staff',
    load: () => import('./KeptMail.tsx'),
    nav: { group: 'Reports', icon: IconMail, key: 'km' },
    words: 'email sent',
  },
])
