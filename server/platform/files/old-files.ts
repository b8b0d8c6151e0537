import type { Tx } from '../database/db.ts'
import type { FileKeys } from './file-keys.ts'
import type { Services } from '../services.ts'

/** Our files in the storage location that rows name, by the id of their owner: `logos/12/…`. */
export interface NamedFiles {
  keys: FileKeys
  /** Which of these keys must stay, given the owners' ids; locks the owners, who may come to need one. */
  needed(tx: Tx, keys: string[], ids: number[]): Promise<string[]>
  /** Updates the rows of the files that are removed. */
  forget?(tx: Tx, keys: string[], ids: number[]): Promise<unknown>
}

/** A file is written before a row names it: within this time, longer than any job may take. */
const unnamedMs = 86_400_000
const batch = 50
const mostATurn = 2000

/** Removes files that nothing needs, up to a limit per turn; the next turn continues. */
export async function removeOldFiles(
  { db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>,
  kind: NamedFiles,
): Promise<number> {
  const before = new Date(clock.now() - unnamedMs).toISOString()
  let removedCount = 0
  const removeFrom = (keys: string[]) =>
    db.transaction().execute(async (tx) => {
      const ids = [...new Set(keys.flatMap((key) => kind.keys.ownerOf(key) ?? []))]
      const stay = new Set(await kind.needed(tx, keys, ids))
      const unneededKeys = keys.filter((key) => !stay.has(key))
      // update the rows first: if that fails, no file is removed
      if (unneededKeys.length) await kind.forget?.(tx, unneededKeys, ids)
      for (const key of unneededKeys) await files.remove(key)
      removedCount += unneededKeys.length
    })
  let old: string[] = []
  for await (const { key, modified } of files.list(kind.keys.folder)) {
    if (modified >= before || kind.keys.ownerOf(key) === undefined) continue
    old.push(key)
    if (old.length < batch) continue
    await removeFrom(old)
    old = []
    if (removedCount >= mostATurn) return removedCount
  }
  if (old.length) await removeFrom(old)
  return removedCount
}

/** Folders whose files only people delete, but not what a killed process was writing. */
const foldersOfPeople = ['suppliers', 'stores']
const part = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** Removes half-written files a day after they were begun. */
export async function removeLeftParts({ files, clock }: Pick<Services, 'files' | 'clock'>): Promise<number> {
  const before = new Date(clock.now() - unnamedMs).toISOString()
  let removedCount = 0
  for (const folder of foldersOfPeople)
    for await (const { key, modified } of files.list(folder)) {
      if (modified >= before || !part.test(key)) continue
      await files.remove(key)
      removedCount++
    }
  return removedCount
}
