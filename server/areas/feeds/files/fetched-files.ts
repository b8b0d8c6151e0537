import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FeedSource } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { temporaryPath } from '#server/platform/files/temporary-files.ts'

export const fetchLimits = {
  bytes: 2 * 1024 ** 3,
  totalMs: 30 * 60_000,
  stallMs: 60_000,
  connectMs: 20_000,
  redirects: 5,
} as const

export interface FetchRequest {
  source: FeedSource
  secret: string | undefined
  upload: { key: string; name: string; tm: string } | undefined
  /** The tags of the last applied file, which is fetched again only if it changed. */
  etag: string | undefined
  lastModified: string | undefined
  allowHosts: readonly string[]
  signal: AbortSignal
}
export interface FetchedFile {
  /** The path on this machine, until `remove`. */
  path: string
  name: string
  bytes: number
  sha256: string
  /** When the supplier made the file, if known. */
  modifiedTm: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  remove: () => Promise<void>
}
export type FetchResult = FetchedFile | 'not modified'

/** The reason why work on a file was aborted; a timeout is a fault of the file. */
export const endedBy = ({ reason }: AbortSignal): unknown =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new FeedFailure('slow', 'The file didn’t arrive in time')
    : reason

/**
 * Writes a body to disk and hashes it, within limits of size, total time and silence.
 * @param announcedBytes the size that the server announced, if it did
 */
export async function keepFile(
  body: Readable,
  signal: AbortSignal,
  announcedBytes?: number,
): Promise<Pick<FetchedFile, 'path' | 'bytes' | 'sha256' | 'remove'>> {
  const path = temporaryPath('feed')
  const hash = createHash('sha256')
  let bytes = 0
  let stall: NodeJS.Timeout | undefined
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      stall?.refresh()
      hash.update(chunk)
      if (bytes > fetchLimits.bytes)
        callback(new FeedFailure('too_large', `The file is larger than ${fetchLimits.bytes} bytes`))
      else callback(null, chunk)
    },
  })
  stall = setTimeout(
    () =>
      guard.destroy(
        new FeedFailure('stalled', `The server sent no data for ${fetchLimits.stallMs / 1000} seconds`),
      ),
    fetchLimits.stallMs,
  )
  const total = setTimeout(
    () =>
      guard.destroy(
        new FeedFailure('slow', `The download didn’t finish within ${fetchLimits.totalMs / 60_000} minutes`),
      ),
    fetchLimits.totalMs,
  )
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(body, guard, createWriteStream(path), { signal })
    if (announcedBytes && bytes < announcedBytes)
      throw new FeedFailure('truncated', `The server sent only ${bytes} of ${announcedBytes} bytes`)
    return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex'), remove }
  } catch (error) {
    await remove()
    throw signal.aborted ? endedBy(signal) : error
  } finally {
    clearTimeout(stall)
    clearTimeout(total)
  }
}
