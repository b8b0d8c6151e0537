import type { Handlers } from '#server/platform/http/http.ts'
import { accessLockedVendor } from './lock/access-locked-vendor.ts'
import { getActiveUserTrends, getNewUserTrends } from './search/active-trends.ts'
import { listActiveChoices, listActiveVendors } from './search/active.ts'
import { addVendorNote } from './notes/add-vendor-note.ts'
import { addVendorNotes } from './notes/add-vendor-notes.ts'
import { beginCustomerView } from './logins/begin-customer-view.ts'
import { beginVendorLock } from './lock/begin-vendor-lock.ts'
import { getVendorBasics } from './basics.ts'
import { listVendorsOfManager } from './search/by-manager.ts'
import { changeVendorNote } from './notes/change-vendor-note.ts'
import { listVendorContacts } from './contacts/contacts.ts'
import { getVendorDashboard } from './dashboard.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import { checkDeletion } from './deletion/deletion.ts'
import { endCustomerView } from './logins/end-customer-view.ts'
import { endVendorLock } from './lock/end-vendor-lock.ts'
import { listVendorFailures } from './failures.ts'
import { giveLogin } from './logins/give-login.ts'
import { inviteUser } from './logins/invite-user.ts'
import { getVendorLogo } from './logo.ts'
import { sendResetLink } from './logins/send-reset-link.ts'
import { resetSecondFactor } from './logins/reset-second-factor.ts'
import { listAccountManagers, listManagerChanges } from './search/managers.ts'
import { listVendorNotes } from './notes/notes.ts'
import { getOrderManager } from './order-manager/order-manager.ts'
import { saveOrderManager } from './order-manager/save-order-manager.ts'
import { saveOrderManagerSync } from './order-manager/save-order-manager-sync.ts'
import { listPlatformAuths } from './platform-auths.ts'
import { countVendorsInTrouble } from './search/in-trouble.ts'
import { listVendorTimeline } from './timeline.ts'
import { searchVendors } from './search/search-vendors.ts'
import { restoreAccount } from './deletion/restore-account.ts'
import { restoreVendorNote } from './notes/restore-vendor-note.ts'
import { reassignVendors } from './reassign-vendors.ts'
import { removeVendorNote } from './notes/remove-vendor-note.ts'
import { saveVendorContacts } from './contacts/save-vendor-contacts.ts'
import { saveVendor } from './save-vendor.ts'
import { uploadVendorLogo } from './upload-vendor-logo.ts'
import { sendMailAgain } from './contacts/send-mail-again.ts'
import { setAccountManager } from './set-account-manager.ts'
import { setCrmOwner } from './set-crm-owner.ts'
import { getVendor } from './view.ts'
import { noteViewer } from './lock/viewers.ts'

export const vendorRoutes: Handlers<'vendors'> = {
  searchVendors,
  countVendorsInTrouble,
  getVendor,
  noteViewer,
  checkDeletion,
  deleteAccount,
  restoreAccount,
  beginCustomerView,
  endCustomerView,
  beginVendorLock,
  endVendorLock,
  accessLockedVendor,
  getVendorDashboard,
  listAccountManagers,
  listManagerChanges,
  setAccountManager,
  setCrmOwner,
  listVendorsOfManager,
  reassignVendors,
  listActiveVendors,
  listActiveChoices,
  getActiveUserTrends,
  getNewUserTrends,
  sendResetLink,
  inviteUser,
  giveLogin,
  sendMailAgain,
  resetSecondFactor,
  getVendorBasics,
  saveVendor,
  listVendorContacts,
  saveVendorContacts,
  uploadVendorLogo,
  getVendorLogo,
  listVendorFailures,
  listVendorNotes,
  listVendorTimeline,
  addVendorNote,
  addVendorNotes,
  changeVendorNote,
  removeVendorNote,
  restoreVendorNote,
  listPlatformAuths,
  getOrderManager,
  saveOrderManager,
  saveOrderManagerSync,
}
