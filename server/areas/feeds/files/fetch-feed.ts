import { basename } from 'node:path'
import { request } from 'undici'
import { hiddenKey, splitKeys } from '#contract/feeds/address-keys.ts'
import type { FeedSource } from '#contract/feeds/settings.ts'
import { isPrivateKey, keysNeedSftp } from '#contract/private-keys.ts'
import { FeedFailure } from '#engine/failure.ts'
import { AddressRefused, openAddress, pinnedAgent } from '#server/platform/addresses.ts'
import type { Files } from '#server/platform/files/files.ts'
import { askAgain, BusyServer, saysBusy } from './busy-server.ts'
import { endedBy, fetchLimits, keepFile, type FetchResult, type FetchRequest } from './fetched-files.ts'
import { fromFtp, fromSftp } from './fetch-remote.ts'

/** Fetches a feed's file onto this machine, within limits of size, time, silence and redirects. Throws FeedFailure. */
export async function fetchFeed(files: Files, fetchRequest: FetchRequest): Promise<FetchResult> {
  const { source, secret = '' } = fetchRequest
  // saved before the form refused it
  if (source.kind !== 'sftp' && isPrivateKey(secret)) throw new FeedFailure('refused_login', keysNeedSftp)
  try {
    switch (source.kind) {
      case 'upload':
        if (!fetchRequest.upload) throw new FeedFailure('no_file', 'No file uploaded yet')
        return await fromStorage(files, fetchRequest.upload, undefined, fetchRequest.signal)
      case 'storage': {
        const storedFile = { key: `suppliers/${source.key}`, name: basename(source.key) }
        return await fromStorage(files, storedFile, fetchRequest.etag, fetchRequest.signal)
      }
      case 'http':
        return await askAgain(() => fromHttp(source.url, source.user, fetchRequest), fetchRequest)
      case 'ftp':
      case 'ftps':
        return await fromFtp(source, fetchRequest)
      case 'sftp':
        return await fromSftp(source, fetchRequest)
    }
  } catch (error) {
    if (fetchRequest.signal.aborted) throw endedBy(fetchRequest.signal)
    throw withoutKeys(asFailure(error as NodeJS.ErrnoException), source)
  }
}

/** A server’s message may repeat a secret of the address. */
function withoutKeys(error: Error, source: FeedSource): Error {
  const keys = source.kind === 'http' ? splitKeys(source.url).keys : []
  for (const { value } of keys)
    if (value.length > 3) error.message = error.message.replaceAll(value, hiddenKey)
  return error
}

function asFailure(error: NodeJS.ErrnoException): Error {
  if (error instanceof FeedFailure) return error
  if (error instanceof AddressRefused) return new FeedFailure(error.code, error.message)
  // a fault of our own disk isn't the feed's: the job fails and is retried
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EROFS' || error.code === 'EACCES')
    return new Error(`Couldn’t store the file: ${error.message}`, { cause: error })
  const certificate = certificateFaults[error.code ?? '']
  if (certificate) return new FeedFailure('certificate', `Couldn’t verify the server: ${certificate}`)
  if (timeouts.has(error.code ?? ''))
    return new FeedFailure('stalled', 'Couldn’t fetch the file: the server didn’t respond in time')
  const cause = inWords[error.code ?? ''] ?? (error.message || error.code)
  return new FeedFailure('unreachable', `Couldn’t fetch the file: ${cause}`)
}

const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const inWords: Record<string, string> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the server closed the connection',
  EHOSTUNREACH: 'the server can’t be reached',
  ENETUNREACH: 'the server can’t be reached',
  EPIPE: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
}
const selfSigned = 'its certificate is self-signed'
const unknownAuthority = 'its certificate is from an unknown authority'
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
}

/** Hashes a copy of our own, because the file itself may change at any time. */
async function fromStorage(
  files: Files,
  { key, name, tm }: { key: string; name: string; tm?: string },
  etag: string | undefined,
  signal: AbortSignal,
): Promise<FetchResult> {
  const fileStat = await files.stat(key)
  if (!fileStat) throw new FeedFailure('missing', `The storage location has no file “${name}”`)
  if (etag !== undefined && etag === fileStat.etag) return 'not modified'
  if (fileStat.bytes > fetchLimits.bytes)
    throw new FeedFailure(
      'too_large',
      `The file has ${fileStat.bytes} bytes; the limit is ${fetchLimits.bytes}`,
    )
  const keptCopy = await keepFile(await files.open(key), signal)
  return {
    ...keptCopy,
    name,
    modifiedTm: tm ?? fileStat.modified,
    etag: fileStat.etag,
    lastModified: undefined,
  }
}

async function fromHttp(address: string, user: string, fetchRequest: FetchRequest): Promise<FetchResult> {
  const first = new URL(address)
  let url = first
  for (let hop = 0; ; hop++) {
    if (hop > fetchLimits.redirects)
      throw new FeedFailure('redirects', `More than ${fetchLimits.redirects} redirects`)
    const agent = pinnedAgent(
      await openAddress(url.hostname, fetchRequest.allowHosts, portOf(url)),
      fetchLimits,
    )
    try {
      const answer = await request(url, {
        dispatcher: agent,
        signal: fetchRequest.signal,
        headers: {
          'user-agent': 'Feedstock/1',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...(fetchRequest.etag && { 'if-none-match': fetchRequest.etag }),
          ...(fetchRequest.lastModified && { 'if-modified-since': fetchRequest.lastModified }),
          ...(user && mayCarry(first, url) && { authorization: basic(user, fetchRequest.secret) }),
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
          throw new FeedFailure('redirects', `The server redirects (${status}) without an address`)
        if (!URL.canParse(to, url.href))
          throw new FeedFailure('redirects', `The server redirects (${status}) to an invalid address`)
        url = new URL(to, url)
        if (!/^https?:$/.test(url.protocol))
          throw new FeedFailure('redirects', `The server redirects to ${url.protocol}`)
        continue
      }
      if (status !== 200) {
        await answer.body.dump()
        throw saysBusy(status) ? new BusyServer(status, text(headers['retry-after'])) : statusFailure(status)
      }
      const length = Number(headers['content-length'])
      if (length > fetchLimits.bytes)
        throw new FeedFailure('too_large', `The file has ${length} bytes; the limit is ${fetchLimits.bytes}`)
      const keptCopy = await keepFile(answer.body, fetchRequest.signal, {
        announcedBytes: length || undefined,
        onBytes: fetchRequest.onBytes,
      })
      const lastModified = text(headers['last-modified'])
      return {
        ...keptCopy,
        name: fileName(url),
        modifiedTm: moment(lastModified),
        etag: text(headers.etag),
        lastModified,
      }
    } finally {
      await agent.destroy().catch(() => {})
    }
  }
}

function statusFailure(status: number): FeedFailure {
  const message = `The server returned status ${status}`
  if (status === 401 || status === 403)
    return new FeedFailure('refused_login', `${message}: the username or password is wrong`)
  if (status === 404 || status === 410)
    return new FeedFailure('missing', `${message}: no file at this address`)
  return new FeedFailure('http_status', message)
}

const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80')
const basic = (user: string, secret = '') => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
/** Credentials are sent only to the host they were given for, and never without encryption if it began with it. */
export const mayCarry = (first: URL, to: URL): boolean =>
  to.hostname === first.hostname &&
  (portOf(to) === portOf(first) || (first.port === '' && to.port === '')) &&
  (to.protocol === 'https:' || first.protocol === 'http:')

/** The last part of an address, decoded; an invalid escape stays unchanged. */
function fileName(url: URL): string {
  const last = basename(url.pathname)
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {}
  return name.replace(/[/\\\p{Cc}]/gu, '_') || url.hostname
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
const moment = (header: string | undefined) =>
  header && !Number.isNaN(Date.parse(header)) ? new Date(header).toISOString() : undefined
