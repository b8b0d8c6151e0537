import type { ListName } from '#contract/lists/columns.ts'
import { activityExports } from '#server/areas/activity/public.ts'
import { feedExports } from '#server/areas/feeds/public.ts'
import { jobExports } from '#server/areas/jobs/public.ts'
import { productExports } from '#server/areas/products/public.ts'
import { supplierExports } from '#server/areas/suppliers/public.ts'
import { vendorExports } from '#server/areas/vendors/public.ts'
import type { AnyList } from '#server/platform/exported.ts'

const lists = new Map<ListName, AnyList>(
  [
    ...activityExports,
    ...feedExports,
    ...jobExports,
    ...productExports,
    ...supplierExports,
    ...vendorExports,
  ].map((list) => [list.list, list]),
)

export const listOf = (name: ListName): AnyList => lists.get(name)!
