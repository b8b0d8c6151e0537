import type { ListName } from '#contract/lists/columns.ts'
import { listAccess } from '#contract/lists/exported.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** A list’s file is for those who may read the list. */
export function refuseList({ who }: Pick<Ctx, 'who'>, list: ListName): void {
  const access = listAccess[list]
  if (access && !(mayCall[access] as readonly Role[]).includes(who.role)) throw forbidden()
}

/** The lists that a person may not read. */
export const hiddenLists = ({ role }: Pick<Ctx['who'], 'role'>): ListName[] =>
  (Object.keys(listAccess) as ListName[]).filter((list) => {
    const access = listAccess[list]
    return access !== undefined && !(mayCall[access] as readonly Role[]).includes(role)
  })
