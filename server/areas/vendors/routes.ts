import type { Handlers } from '#server/platform/http.ts'
import { getVendor, searchVendors } from './read.ts'
import { listVendorFailures } from './failures.ts'

export const vendorRoutes: Handlers<'vendors'> = { searchVendors, getVendor, listVendorFailures }
