// What other areas and the frame may call.
export { signInByProvider } from './single-sign-on/routes.ts'
export { firstAdminHours, firstAdminLink, inviteAdminOnServer } from './first-admin.ts'
