// What other areas may call.
export { hashPassword, tooMany } from './passwords.ts'
export { makeResetLink } from './reset-link.ts'
export { endViews, endViewsOver, openView, viewOver } from './views.ts'
export { personOfLogin } from './who.ts'
