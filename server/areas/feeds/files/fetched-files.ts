import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FeedSource } from '#contract/feeds/settings.ts'
import { fileSize } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import { temporaryPath } from '#server/platform/files/temporary-files.ts'
import type { HostKeys } from '#server/platform/host-keys.ts'

export const fetchLimits = {
  bytes: 2 * 1024 ** 3,
  /** The time that any file may take … */
  baseMs: 10 * 60_000,
  /** … and a larger one takes more, at this speed. */
  bytesPerSecond: 250_000,
  stallMs: 60_000,
  /** A source that sends less than this in each window after the first is ended. */
  leastBytes: 10_000,
  leastMs: 60_000,
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
  hostKeys: HostKeys
  signal: AbortSignal
  /** Called as the file comes, with its size if the source announced it. */
  onBytes?: ((received: number, announced: number | undefined) => void) | undefined
  /** Called before a busy server is asked again after some seconds. */
  onWait?: ((status: number, seconds: number) => void) | undefined
  /** How many seconds a busy server is waited for in all. */
  waitAtMost?: number
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

/** What waits between the source and the disk, at most. */
const pieceBytes = 1 << 20

interface Keeping {
  /** The size that the server announced, if it did. */
  announcedBytes?: number | undefined
  onBytes?: FetchRequest['onBytes']
}
/** Writes a body to disk and hashes it, within limits of size, speed, time and silence. */
export async function keepFile(
  body: Readable,
  signal: AbortSignal,
  { announcedBytes, onBytes }: Keeping = {},
): Promise<Pick<FetchedFile, 'path' | 'bytes' | 'sha256' | 'remove'>> {
  const path = temporaryPath('feed')
  const hash = createHash('sha256')
  let bytes = 0
  let stall: NodeJS.Timeout | undefined
  const guard = new Transform({
    highWaterMark: pieceBytes,
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      stall?.refresh()
      hash.update(chunk)
      onBytes?.(bytes, announcedBytes)
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
  const speed = watchSpeed(
    () => bytes,
    announcedBytes,
    (failure) => guard.destroy(failure),
  )
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(body, guard, createWriteStream(path, { highWaterMark: pieceBytes }), { signal })
    if (announcedBytes && bytes < announcedBytes)
      throw new FeedFailure('truncated', `The server sent only ${bytes} of ${announcedBytes} bytes`)
    return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex'), remove }
  } catch (error) {
    await remove()
    throw signal.aborted ? endedBy(signal) : error
  } finally {
    clearTimeout(stall)
    clearInterval(speed)
  }
}

/** Ends a download that is too slow: a server that drips would otherwise hold its place for hours. */
function watchSpeed(
  received: () => number,
  announced: number | undefined,
  end: (failure: FeedFailure) => void,
): NodeJS.Timeout {
  const { leastBytes, leastMs, baseMs, bytesPerSecond } = fetchLimits
  let before: number | undefined
  let elapsedMs = 0
  return setInterval(() => {
    const bytes = received()
    elapsedMs += leastMs
    const inWindow = before === undefined ? undefined : bytes - before
    before = bytes
    if (inWindow !== undefined && inWindow < leastBytes)
      end(
        new FeedFailure(
          'slow',
          `The server sent only ${fileSize(inWindow)} in ${leastMs / 1000} seconds; ` +
            `at least ${fileSize(leastBytes)} is required`,
        ),
      )
    else if (elapsedMs > baseMs + (Math.max(announced || 0, bytes) / bytesPerSecond) * 1000)
      end(
        new FeedFailure(
          'slow',
          `The download is too slow: ${downloadedText(bytes, announced)} in ${Math.round(elapsedMs / 60_000)} minutes`,
        ),
      )
  }, leastMs)
}

/** `12.0 MB of 40.0 MB`, or without the whole size if it isn't known. */
export const downloadedText = (bytes: number, announced: number | undefined): string =>
  announced ? `${fileSize(bytes)} of ${fileSize(announced)}` : fileSize(bytes)
