/** The exact texts of the specification, its spelling included (document 1, sections 5 and 8; document 2, sections 5 and 8). */
export const messages = {
  loginFailed: 'Invalid login credentials, please try again.',
  emailNeeded: 'Please enter your email address and try again',
  resetSent: 'If an account with that email address exists a password reset email has been sent to it',
  resetExpired: 'Sorry your password reset link has expired, please request another one and try again',
  passwordsDiffer: 'Your new password and verify password do not match!',
  somethingWrong:
    'Something went wrong and we were unable to process your request, we are looking into why it happend. Please try again in a few minutes, if this message keeps occuring please contact us.',
  forbidden: "You don't have permission to do that!",
  unavailable:
    "Sorry about that we're making some changes to the application and it will be unavilable for the next 30 seconds. Please wait and try again, thanks!",
  formErrors: 'Please fix the errors in red and try again',
  formErrorsListed: 'Please fix the errors listed in red and try again',
  terminated: 'Manually terminated',
  searchTermNeeded: 'You need to enter a search term first',
  supplierNameNeeded: 'Supplier name is required.',
  supplierPrefixNeeded: 'Supplier prefix is required.',
  supplierTypeNeeded: 'Please select supplier type.',
  supplierAdded: 'Supplier added.',
  categoryNeeded: 'You need to select a category first',
  categoryNameNeeded: 'You need to enter a category name to create',
  shippingMethodNeeded: 'Please select a shipping method',
  shippingMapped: (carrier: string, method: string) => `${carrier} ${method} has already been mapped`,
  optionNameTwice: 'Option Name already exists.',
  optionNameMissing: 'Option Name is missing.',
  parentNotSaved: 'Failed to update the parent. Please check the errors in red.',
  parentSaved: 'Successfully updated parent product.',
  parentDeleted: 'Successfully deleted parent product.',
  featuredSaved: 'Featured suppliers have been updated',
  logoProblem: 'There was a problem uploading the logo',
  logoFailed: (error: string) => `Error uploading logo : ${error}`,
  logoChanged: 'Logo changed!',
  uploadFailed: (error: string) => `Error uploading File : ${error}`,
} as const

/** Vendor statuses by id (document 2, section 4). */
export const vendorStatuses = ['Free', 'Active', 'Billing Suspended', 'Billing Suspended - DELIST PRODUCTS', 'Canceled'] as const

export interface VendorStanding {
  vendor_status_id: number
  billing_failures: number
  total_active_integrations: number
  total_cancel_pending: number
  total_freeze_pending: number
  total_frozen: number
}

/** The status a vendor is shown with (document 2, section 4, Vendor status ids). */
export function displayedStatus(v: VendorStanding): string {
  if (v.vendor_status_id !== 1) return vendorStatuses[v.vendor_status_id] ?? 'Unknown'
  if (v.billing_failures > 0) return `Billing Failing (${v.billing_failures} attempts)`
  if (v.total_active_integrations === 0) {
    if (v.total_cancel_pending > 0) return 'All Cancel Pending'
    if (v.total_freeze_pending > 0) return 'All Freeze Pending'
    if (v.total_frozen > 0) return 'All Frozen'
  }
  const counts = [
    [v.total_cancel_pending, 'CP'],
    [v.total_freeze_pending, 'FP'],
    [v.total_frozen, 'F'],
  ].flatMap(([n, label]) => (n ? [`${n} ${label}`] : []))
  return counts.length ? `Active (${counts.join(', ')})` : 'Active'
}
