import type { Handlers } from '#server/platform/http.ts'
import { accessLockedVendor } from './access-locked-vendor.ts'
import { getActiveUserTrends, getNewUserTrends } from './active-trends.ts'
import { listActiveChoices, listActiveVendors } from './active.ts'
import { addVendorNote } from './add-vendor-note.ts'
import { beginCustomerView } from './begin-customer-view.ts'
import { beginVendorLock } from './begin-vendor-lock.ts'
import { getVendorBasics } from './basics.ts'
import { listVendorsOfManager } from './by-manager.ts'
import { changeVendorNote } from './change-vendor-note.ts'
import { listVendorContacts } from './contacts.ts'
import { getVendorDashboard } from './dashboard.ts'
import { deleteAccount } from './delete-account.ts'
import { checkDeletion } from './deletion.ts'
import { endCustomerView } from './end-customer-view.ts'
import { endVendorLock } from './end-vendor-lock.ts'
import { listVendorFailures } from './failures.ts'
import { giveLogin } from './give-login.ts'
import { inviteUser } from './invite-user.ts'
import { getVendorLogo } from './logo.ts'
import { makeResetLink } from './make-reset-link.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { listAccountManagers, listManagerChanges } from './managers.ts'
import { listVendorNotes } from './notes.ts'
import { getOrderManager } from './order-manager.ts'
import { saveOrderManager } from './save-order-manager.ts'
import { saveOrderManagerSync } from './save-order-manager-sync.ts'
import { listPlatformAuths } from './platform-auths.ts'
import { searchVendors } from './read.ts'
import { restoreAccount } from './restore-account.ts'
import { restoreVendorNote } from './restore-vendor-note.ts'
import { reassignVendors } from './reassign-vendors.ts'
import { removeVendorNote } from './remove-vendor-note.ts'
import { saveVendorContacts } from './save-vendor-contacts.ts'
import { saveVendor } from './save-vendor.ts'
import { uploadVendorLogo } from './upload-vendor-logo.ts'
import { sendMailAgain } from './send-mail-again.ts'
import { setAccountManager } from './set-account-manager.ts'
import { setCrmOwner } from './set-crm-owner.ts'
import { getVendor } from './view.ts'
import { noteViewer } from './viewers.ts'

export const vendorRoutes: Handlers<'vendors'> = {
  searchVendors,
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
  makeResetLink,
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
  addVendorNote,
  changeVendorNote,
  removeVendorNote,
  restoreVendorNote,
  listPlatformAuths,
  getOrderManager,
  saveOrderManager,
  saveOrderManagerSync,
}
