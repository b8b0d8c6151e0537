import type { vendors } from '#contract/vendors.ts'
import type { Handlers } from '#server/platform/http.ts'
import { searchVendors, viewVendor } from './read.ts'
import { updateFailures } from './update-failures.ts'

export const vendorRoutes: Handlers<typeof vendors> = { search: searchVendors, view: viewVendor, updateFailures }
