// What other areas may call.
export { applyChanges, changesByName, namesOf } from './apply-changes.ts'
export { editedSubscriptions } from './edited.ts'
export { readFacts } from './facts.ts'
export { isOpenRequest } from './requests/open-requests.ts'
export { readSubscriptions } from './read.ts'
export { sealSupplierConfig } from './seal-supplier-config.ts'
export { endAllSubscriptions, hasDueSubscriptions, settleHeld, settleSubscriptions } from './settle.ts'
