/** A choice of a list: deleted and restored before saving; without an id, the save creates it. */
export interface Choice {
  id: number | null
  name: string
  deleted: boolean
}

/** The choices added, and those deleted, since the record was read. */
export const addedIds = (oldIds: readonly number[], list: readonly Choice[]) =>
  list.flatMap((c) => (c.id !== null && !c.deleted && !oldIds.includes(c.id) ? [c.id] : []))
export const deletedIds = (list: readonly { id: number | null; deleted: boolean }[]) =>
  list.flatMap((c) => (c.deleted && c.id !== null ? [c.id] : []))
