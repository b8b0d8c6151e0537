// What other areas may call.
export { passwordLetter, secondFactorLetter } from './letters.ts'
export { hashPassword, isCommon, tooMany } from './passwords.ts'
export { makeResetLink } from './reset-link.ts'
export { endViews, endViewsOver, openView, viewOver } from './views.ts'
export { endOthers } from './sessions.ts'
export { editedAccount, personOfLogin, readAccount } from './who.ts'
