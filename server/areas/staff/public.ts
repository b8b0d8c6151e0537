// What other areas and the frame may call.
export { firstAdminHours, firstAdminLink, inviteAdminOnServer } from './first-admin.ts'
