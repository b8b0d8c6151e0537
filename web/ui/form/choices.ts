/** A choice of a list: deleted and reactivated before saving; without an id it is made by the save. */
export interface Choice {
  id: number | null
  name: string
  deleted: boolean
}

/** Those that were added, and those that were there and are deleted, since the record was read. */
export const addedIds = (had: readonly number[], list: readonly Choice[]) =>
  list.flatMap((c) => (c.id !== null && !c.deleted && !had.includes(c.id) ? [c.id] : []))
export const deletedIds = (list: readonly { id: number | null; deleted: boolean }[]) =>
  list.flatMap((c) => (c.deleted && c.id !== null ? [c.id] : []))
