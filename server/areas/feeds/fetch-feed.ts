import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client as FtpClient } from 'basic-ftp'
import SftpClient from 'ssh2-sftp-client'
import { request } from 'undici'
import { hostFault, type FeedSource } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { AddressRefused, openAddress, pinnedAgent } from '#server/platform/addresses.ts'
import type { Files } from '#server/platform/files.ts'
import { fetchedPath } from './fetched-files.ts'

const fetchLimits = {
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
  /** What the last applied file was: asked for again only if it changed. */
  etag: string | undefined
  lastModified: string | undefined
  allowHosts: readonly string[]
  signal: AbortSignal
}
export interface FetchedFile {
  /** On this machine; `done` removes it where it is ours. */
  path: string
  name: string
  bytes: number
  sha256: string
  /** When the supplier made the file, where known. */
  modified: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  done: () => Promise<void>
}
export type Fetched = FetchedFile | 'not modified'

/**
 * Gets a feed's file onto this machine, within limits of size, time, stall and redirects. FeedFailure says
 * why it can't.
 */
export async function fetchFeed(files: Files, asked: FetchRequest): Promise<Fetched> {
  const { source } = asked
  try {
    switch (source.kind) {
      case 'upload':
        if (!asked.upload) throw new FeedFailure('no_file', 'No file has been uploaded yet')
        return await fromStorage(files, asked.upload, undefined, asked.signal)
      case 'storage': {
        const stored = { key: `suppliers/${source.key}`, name: basename(source.key) }
        return await fromStorage(files, stored, asked.etag, asked.signal)
      }
      case 'http':
        return await fromHttp(source.url, source.user, asked)
      case 'ftp':
      case 'ftps':
        return await fromFtp(source, asked)
      case 'sftp':
        return await fromSftp(source, asked)
    }
  } catch (error) {
    if (asked.signal.aborted) throw asked.signal.reason
    throw asFailure(error as NodeJS.ErrnoException)
  }
}

function asFailure(error: NodeJS.ErrnoException): Error {
  if (error instanceof FeedFailure) return error
  if (error instanceof AddressRefused) return new FeedFailure(error.code, error.message)
  // our own disk is no fault of the feed's: the job fails and is tried again
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EROFS' || error.code === 'EACCES')
    return new Error(`The file could not be kept: ${error.message}`, { cause: error })
  if (error.code === 'ENOENT') return new FeedFailure('missing', `The file is missing: ${error.message}`)
  const why = inWords[error.code ?? ''] ?? (error.message || error.code)
  return new FeedFailure('unreachable', `The file could not be fetched: ${why}`)
}

const inWords: Record<string, string> = {
  ECONNREFUSED: 'the server refuses the connection',
  ECONNRESET: 'the server broke the connection off',
  EHOSTUNREACH: 'there is no way to the server',
  ENETUNREACH: 'there is no way to the server',
  EPIPE: 'the server broke the connection off',
  ETIMEDOUT: 'the server did not answer in time',
}

/** What is hashed is a copy of our own: the file itself may be another at any time. */
async function fromStorage(
  files: Files,
  { key, name, tm }: { key: string; name: string; tm?: string },
  etag: string | undefined,
  signal: AbortSignal,
): Promise<Fetched> {
  const found = await files.stat(key)
  if (!found) throw new FeedFailure('missing', `There is no file “${name}” in the storage location`)
  if (etag !== undefined && etag === found.etag) return 'not modified'
  if (found.bytes > fetchLimits.bytes)
    throw new FeedFailure(
      'too_large',
      `The file is ${found.bytes} bytes; at most ${fetchLimits.bytes} are fetched`,
    )
  const kept = await keepFile(await files.open(key), signal)
  return { ...kept, name, modified: tm ?? found.modified, etag: found.etag, lastModified: undefined }
}

async function fromHttp(address: string, user: string, asked: FetchRequest): Promise<Fetched> {
  const first = new URL(address)
  let url = first
  for (let hop = 0; ; hop++) {
    if (hop > fetchLimits.redirects)
      throw new FeedFailure('redirects', `More than ${fetchLimits.redirects} redirects`)
    const agent = pinnedAgent(await openAddress(url.hostname, asked.allowHosts, portOf(url)), fetchLimits)
    try {
      const answer = await request(url, {
        dispatcher: agent,
        signal: asked.signal,
        headers: {
          'user-agent': 'Feedstock/1',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...(asked.etag && { 'if-none-match': asked.etag }),
          ...(asked.lastModified && { 'if-modified-since': asked.lastModified }),
          ...(user && mayCarry(first, url) && { authorization: basic(user, asked.secret) }),
        },
      })
      const { statusCode: status, headers } = answer
      if (status === 304) {
        await answer.body.dump()
        return 'not modified'
      }
      if ([301, 302, 303, 307, 308].includes(status)) {
        await answer.body.dump()
        const to = headers.location
        if (typeof to !== 'string')
          throw new FeedFailure('redirects', `The server redirects (${status}) without saying where to`)
        url = new URL(to, url)
        if (!/^https?:$/.test(url.protocol))
          throw new FeedFailure('redirects', `The server redirects to ${url.protocol}`)
        continue
      }
      if (status !== 200) {
        await answer.body.dump()
        throw new FeedFailure('http_status', `The server answered ${status}`)
      }
      const length = Number(headers['content-length'])
      if (length > fetchLimits.bytes)
        throw new FeedFailure(
          'too_large',
          `The file is ${length} bytes; at most ${fetchLimits.bytes} are fetched`,
        )
      const kept = await keepFile(answer.body, asked.signal)
      if (Number.isFinite(length) && kept.bytes !== length) {
        await kept.done()
        throw new FeedFailure('truncated', `The server announced ${length} bytes and sent ${kept.bytes}`)
      }
      const lastModified = text(headers['last-modified'])
      return {
        ...kept,
        name: fileName(url),
        modified: moment(lastModified),
        etag: text(headers.etag),
        lastModified,
      }
    } finally {
      await agent.destroy().catch(() => {})
    }
  }
}

const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80')
const basic = (user: string, secret = '') => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
/** Credentials are for the host they were given for, and never leave encryption on the way. */
export const mayCarry = (first: URL, to: URL): boolean =>
  to.hostname === first.hostname &&
  (portOf(to) === portOf(first) || (first.port === '' && to.port === '')) &&
  (to.protocol === 'https:' || first.protocol === 'http:')

/** The last part of an address as a person wrote it; an escape that means nothing stays as it is. */
function fileName(url: URL): string {
  const last = basename(url.pathname)
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {}
  return name.replace(/[/\\\p{Cc}]/gu, '_') || url.hostname
}

/** Where a file transfer connects to; a source saved long ago may hold more than a host. */
async function remoteAddress(
  { host, port }: RemoteSource,
  usual: number,
  allowHosts: readonly string[],
): Promise<string> {
  const fault = hostFault(host)
  if (fault) throw new FeedFailure('unreachable', `“${host.replace(/^.*@/, '…@')}” is not a host. ${fault}`)
  return openAddress(host, allowHosts, String(port ?? usual))
}

type RemoteSource = Extract<FeedSource, { kind: 'ftp' | 'ftps' | 'sftp' }>

async function fromFtp(source: RemoteSource, asked: FetchRequest): Promise<Fetched> {
  const ip = await remoteAddress(source, 21, asked.allowHosts)
  const ftp = new FtpClient(fetchLimits.stallMs)
  const stop = () => ftp.close()
  asked.signal.addEventListener('abort', stop)
  try {
    await ftp.access({
      host: ip,
      port: source.port ?? 21,
      user: source.user,
      password: asked.secret ?? '',
      secure: source.kind === 'ftps',
      secureOptions: { servername: source.host },
    })
    const modified = await ftp.lastMod(source.path).then(
      (d) => d.toISOString(),
      () => undefined,
    )
    if (modified && modified === asked.lastModified) return 'not modified'
    const through = new PassThrough()
    const [kept] = await Promise.all([
      keepFile(through, asked.signal),
      ftp
        .downloadTo(through, source.path)
        .catch((error: Error) => through.destroy(new FeedFailure('unreachable', `FTP: ${error.message}`))),
    ])
    return { ...kept, name: basename(source.path), modified, etag: undefined, lastModified: modified }
  } finally {
    asked.signal.removeEventListener('abort', stop)
    ftp.close()
  }
}

async function fromSftp(
  source: Extract<FeedSource, { kind: 'sftp' }>,
  asked: FetchRequest,
): Promise<Fetched> {
  const ip = await remoteAddress(source, 22, asked.allowHosts)
  const sftp = new SftpClient()
  const stop = () => void sftp.end().catch(() => {})
  asked.signal.addEventListener('abort', stop)
  try {
    await sftp.connect({
      host: ip,
      port: source.port ?? 22,
      username: source.user,
      password: asked.secret ?? '',
      readyTimeout: fetchLimits.connectMs,
      ...(source.host_key_sha256 && {
        hostVerifier: (key: Buffer) =>
          createHash('sha256').update(key).digest('base64').replace(/=+$/, '') ===
          source.host_key_sha256!.replace(/^SHA256:|=+$/g, ''),
      }),
    })
    const about = await sftp.stat(source.path)
    if (about.size > fetchLimits.bytes)
      throw new FeedFailure(
        'too_large',
        `The file is ${about.size} bytes; at most ${fetchLimits.bytes} are fetched`,
      )
    const modified = new Date(about.modifyTime).toISOString()
    if (modified === asked.lastModified) return 'not modified'
    const kept = await keepFile(sftp.createReadStream(source.path) as unknown as Readable, asked.signal)
    return { ...kept, name: basename(source.path), modified, etag: undefined, lastModified: modified }
  } finally {
    asked.signal.removeEventListener('abort', stop)
    await sftp.end().catch(() => {})
  }
}

/** A body onto disk, hashed on its way, bounded in size, total time and silence. */
export async function keepFile(
  body: Readable,
  signal: AbortSignal,
): Promise<Pick<FetchedFile, 'path' | 'bytes' | 'sha256' | 'done'>> {
  const path = fetchedPath()
  const hash = createHash('sha256')
  let bytes = 0
  let stall: NodeJS.Timeout | undefined
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      stall?.refresh()
      hash.update(chunk)
      if (bytes > fetchLimits.bytes)
        done(new FeedFailure('too_large', `The file is larger than ${fetchLimits.bytes} bytes`))
      else done(null, chunk)
    },
  })
  stall = setTimeout(
    () => guard.destroy(new FeedFailure('stalled', `No byte came for ${fetchLimits.stallMs / 1000} s`)),
    fetchLimits.stallMs,
  )
  const total = setTimeout(
    () =>
      guard.destroy(
        new FeedFailure('slow', `The file took longer than ${fetchLimits.totalMs / 60_000} minutes`),
      ),
    fetchLimits.totalMs,
  )
  const done = () => rm(path, { force: true })
  try {
    await pipeline(body, guard, createWriteStream(path), { signal })
    return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex'), done }
  } catch (error) {
    await done()
    throw error
  } finally {
    clearTimeout(stall)
    clearTimeout(total)
  }
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
const moment = (header: string | undefined) =>
  header && !Number.isNaN(Date.parse(header)) ? new Date(header).toISOString() : undefined
