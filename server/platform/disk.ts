import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { messages } from '#contract/messages.ts'
import type { Config } from './config.ts'
import { Refusal } from './http/errors.ts'

/** The folders that uploads and runs write to: the storage location, if it is one, and the temporary folder. */
const foldersOf = ({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): string[] => {
  const storage = storageUrl?.startsWith('file:') ? fileURLToPath(storageUrl) : dataDir
  return [storage, tmpdir()]
}

/** The free space of the fullest disk that this process writes to; null: unknown. */
export async function freeBytes(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<number | null> {
  const all = await Promise.all(
    foldersOf(config).map((folder) =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      ),
    ),
  )
  const known = all.filter((bytes) => bytes !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** Whether less is free than must stay free, so that what is begun can end. */
export const isNearlyFull = (
  free: number | null,
  { diskFloorBytes }: Pick<Config, 'diskFloorBytes'>,
  neededBytes = 0,
): boolean => free !== null && free - neededBytes < diskFloorBytes

/** Refuses an upload that would leave too little, before anything of it is received. */
export async function requireSpace({
  config,
  req,
}: {
  config: Config
  req: { headers: { 'content-length'?: string | undefined } }
}): Promise<void> {
  const announcedBytes = Number(req.headers['content-length'] ?? 0) || 0
  if (isNearlyFull(await freeBytes(config), config, announcedBytes))
    throw new Refusal('disk_full', messages.diskNearlyFull)
}

const full: unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** Whether a disk of ours, or of the database, is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return full.includes(code) || (cause !== undefined && isDiskFull(cause))
}
