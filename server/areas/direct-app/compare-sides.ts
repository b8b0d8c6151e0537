import { directFields, type DirectField, type DirectUserFields } from '#contract/direct-app/direct-users.ts'
import type { RemoteChange, RemoteUser } from './direct-app.ts'

/** The editable fields of a user. */
export type DirectValues = Omit<DirectUserFields, 'id'>
/** A user as it is stored: its fields here, those of IS Direct when they were last read, and what is to be sent. */
export interface StoredUser extends DirectValues {
  direct_user_id: number
  remote: DirectValues | null
  remote_version: string | null
  unsent: DirectField[]
}

/** These change at IS Direct with each order and charge: nobody typed what they replace here. */
const movesByItself: readonly DirectField[] = ['next_charge_date', 'monthly_orders_remaining']

export const valuesOf = (remote: RemoteUser): DirectValues => ({
  email: remote.email,
  direct_plan_type_id: remote.plan_id,
  next_charge_date: remote.next_charge_date,
  monthly_orders_remaining: remote.monthly_orders_remaining,
})

/** Where IS Direct has another value and nobody decided yet which one counts. */
export const differingFields = ({ remote, unsent, ...ours }: StoredUser): DirectField[] =>
  remote === null
    ? []
    : directFields.filter((field) => ours[field] !== remote[field] && !unsent.includes(field))

/**
 * A user after IS Direct was read. A value that was changed here is still to be sent while IS Direct has the one that
 * it replaces; a value that IS Direct changed by itself is taken; any other difference waits for a person.
 */
export function afterReading(user: StoredUser, read: RemoteUser): StoredUser {
  const theirs = valuesOf(read)
  const { remote } = user
  const isUnchangedThere = (field: DirectField) => remote !== null && theirs[field] === remote[field]
  const isUnchangedHere = (field: DirectField) => remote !== null && user[field] === remote[field]
  const taken = movesByItself.filter((field) => !user.unsent.includes(field) && isUnchangedHere(field))
  return {
    ...user,
    ...Object.fromEntries(taken.map((field) => [field, theirs[field]])),
    remote: theirs,
    remote_version: read.version,
    unsent: user.unsent.filter((field) => user[field] !== theirs[field] && isUnchangedThere(field)),
  }
}

/** What is to be sent; undefined: nothing. */
export function changeToSend(user: StoredUser): RemoteChange | undefined {
  const has = (field: DirectField) => user.unsent.includes(field)
  if (user.unsent.length === 0) return undefined
  return {
    ...(has('email') && { email: user.email }),
    ...(has('direct_plan_type_id') && { plan_id: user.direct_plan_type_id }),
    ...(has('next_charge_date') && { next_charge_date: user.next_charge_date }),
    ...(has('monthly_orders_remaining') && { monthly_orders_remaining: user.monthly_orders_remaining }),
  }
}
