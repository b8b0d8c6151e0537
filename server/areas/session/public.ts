// What other areas may call.
export {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from './second-factor/change-second-factor.ts'
export { confirmIdentity } from './confirm-identity.ts'
export { enter } from './enter.ts'
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys/change-passkeys.ts'
export { holdAddress, makeInvitation } from './invitation-link.ts'
export {
  invitationLetter,
  passwordLetter,
  secondFactorEndedLetter,
  staffResetLetter,
  verificationLetter,
} from './letters.ts'
export { receiveMailEvents, unreachableOf } from './mail-events.ts'
export { openLogin } from './open-login.ts'
export { isOwnPassword } from './passwords/own-password.ts'
export { faultOfPassword, hashPassword, refuseWeak, tooMany } from './passwords/passwords.ts'
export { makeResetLink } from './passwords/reset-link.ts'
export { admitCode, hasSecondFactor, useCode } from './second-factor/second-factor.ts'
export { endOtherSessions, endOthers, endSession, listSessions, requireSession } from './sessions.ts'
export { rememberBrowser } from './known-browser.ts'
export { leadToUnsubscribe, subscribeAgain, unsubscribedOf } from './unsubscribe-address.ts'
export { makeVerificationLink } from './verification-link.ts'
export { endViews, endViewsOver, openView, viewOver } from './views.ts'
export { campaignCookie, cookie, secure } from './cookie.ts'
export { editedAccount, getAccount, personOfLogin, readAccount, unreadOfLogin } from './who.ts'
