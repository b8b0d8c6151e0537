import { connect } from 'node:net'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { Client as FtpClient, FTPError } from 'basic-ftp'
import SftpClient from 'ssh2-sftp-client'
import { isPrivateKey } from '#contract/private-keys.ts'
import { hostFault, type FeedSource } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { HostKeyCheck } from '#server/platform/host-keys.ts'
import { neverReached, openAddress } from '#server/platform/addresses.ts'
import {
  connectImplicitTls,
  ftpSecurity,
  isTlsRequired,
  tlsOptionsOf,
} from '#server/platform/transfers/ftp.ts'
import { KeyUnreadable, sftpLogin } from '#server/platform/transfers/sftp.ts'
import { fetchLimits, keepFile, type FetchResult, type FetchRequest } from './fetched-files.ts'

type RemoteSource = Extract<FeedSource, { kind: 'ftp' | 'ftps' | 'sftp' }>

/** The address that a file transfer connects to; an old saved source may hold more than a host. */
async function remoteAddress(
  { host, port }: RemoteSource,
  usual: number,
  allowHosts: readonly string[],
): Promise<string> {
  const fault = hostFault(host)
  if (fault)
    throw new FeedFailure('unreachable', `“${host.replace(/^.*@/, '…@')}” is not a valid host. ${fault}`)
  return openAddress(host, allowHosts, String(port ?? usual))
}

const foreign = (kind: 'an FTP' | 'an SFTP') =>
  new FeedFailure('foreign', `This port doesn’t respond like ${kind} server`)
const refusedLogin = ({ user }: RemoteSource, secret = '') =>
  new FeedFailure(
    'refused_login',
    `The server rejected ${user ? `the username ${user}` : 'a sign-in without a username'} or the ${isPrivateKey(secret) ? 'private key' : 'password'}`,
  )
const refusedFtpLogin = (source: RemoteSource, { message }: FTPError) =>
  source.kind === 'ftp' && isTlsRequired(message)
    ? new FeedFailure('certificate', 'The server requires TLS. Choose FTPS')
    : refusedLogin(source)
const missing = ({ path }: RemoteSource) =>
  new FeedFailure('missing', `The file ${path} isn’t on the server, or this username has no access to it`)

export async function fromFtp(source: RemoteSource, fetchRequest: FetchRequest): Promise<FetchResult> {
  const ip = await remoteAddress(source, 21, fetchRequest.allowHosts)
  const ftp = new FtpClient(fetchLimits.stallMs)
  const stop = () => ftp.close()
  fetchRequest.signal.addEventListener('abort', stop)
  try {
    const port = source.port ?? 21
    const security = ftpSecurity(source.kind === 'ftps' ? 'ftps' : 'ftp', port)
    await connectFtp(ftp, () =>
      security === 'implicit'
        ? connectImplicitTls(ftp, { address: ip, port, host: source.host })
        : ftp.connect(ip, port),
    )
    if (security === 'explicit')
      await orElse(ftp.useTLS(tlsOptionsOf(source.host)), (error) =>
        error instanceof FTPError
          ? new FeedFailure(
              'certificate',
              'The server doesn’t support TLS. Only unencrypted FTP is possible.',
            )
          : error,
      )
    await orElse(ftp.login(source.user, fetchRequest.secret ?? ''), (error) =>
      error instanceof FTPError ? refusedFtpLogin(source, error) : error,
    )
    await ftp.useDefaultSettings()
    const modifiedTm = moment(await ftp.lastMod(source.path).catch(() => undefined))
    if (modifiedTm && modifiedTm === fetchRequest.lastModified) return 'not modified'
    const passThrough = new PassThrough()
    const [keptCopy] = await Promise.all([
      keepFile(passThrough, fetchRequest.signal, {
        announcedBytes: await ftp.size(source.path).catch(() => undefined),
        onBytes: fetchRequest.onBytes,
      }),
      ftp
        .downloadTo(passThrough, source.path)
        .catch((error: Error) => passThrough.destroy(transferFault(error, source))),
    ])
    return { ...keptCopy, name: basename(source.path), modifiedTm, etag: undefined, lastModified: modifiedTm }
  } finally {
    fetchRequest.signal.removeEventListener('abort', stop)
    ftp.close()
  }
}

/** Why an FTP transfer failed. */
function transferFault(error: Error, source: RemoteSource): Error {
  if (isMissing(error)) return missing(source)
  return noTransfer(error) ? elsewhere() : error
}
const isMissing = (error: Error) => error instanceof FTPError && error.code >= 550 && error.code < 560
const noTransfer = (error: Error) => error.message.startsWith('None of the available transfer strategies')
const elsewhere = () =>
  new FeedFailure(
    'unreachable',
    'Couldn’t open the data connection. The server must support passive FTP at its own address',
  )

/** Not every server knows when a file was modified. */
const moment = (date: Date | undefined) =>
  date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined

/** Connects to an FTP server; a server of another kind may never answer. */
async function connectFtp(ftp: FtpClient, connectNow: () => Promise<unknown>): Promise<void> {
  let isReached = true
  const timer = setTimeout(() => {
    isReached = !ftp.ftp.socket.connecting
    ftp.close()
  }, fetchLimits.connectMs)
  try {
    await connectNow()
  } catch (error) {
    if (!isReached) throw Object.assign(new Error('late'), { code: 'ETIMEDOUT' })
    throw neverReached(error) || isCertificateFault(error) ? error : foreign('an FTP')
  } finally {
    clearTimeout(timer)
  }
}

const isCertificateFault = (error: unknown): boolean =>
  /CERT|SIGNATURE|SELF_SIGNED/.test(String((error as { code?: unknown }).code))

const orElse = <T>(work: Promise<T>, toError: (error: Error) => Error): Promise<T> =>
  work.catch((error: Error) => {
    throw toError(error)
  })

/** The client itself waits for an answer without an end. */
async function inTime<T>(answer: Promise<T>, stop: () => void): Promise<T> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, fetchLimits.stallMs)
  try {
    return await answer
  } catch (error) {
    throw isLate ? Object.assign(new Error('late'), { code: 'ETIMEDOUT' }) : error
  } finally {
    clearTimeout(timer)
  }
}

function loginOf({ user }: RemoteSource, secret: string): ReturnType<typeof sftpLogin> {
  try {
    return sftpLogin(user, secret)
  } catch (error) {
    throw error instanceof KeyUnreadable ? new FeedFailure('refused_login', error.message) : error
  }
}

const quiet = () => {}
export async function fromSftp(
  source: Extract<FeedSource, { kind: 'sftp' }>,
  fetchRequest: FetchRequest,
): Promise<FetchResult> {
  const ip = await remoteAddress(source, 22, fetchRequest.allowHosts)
  // its own listeners write to the console
  const sftp = new SftpClient('feed', { error: quiet, end: quiet, close: quiet })
  // before sign-in the client can't be ended, so the socket is our own
  const server = { host: source.host, port: source.port ?? 22 }
  const check = new HostKeyCheck(source.host_key_sha256 || (await fetchRequest.hostKeys.known(server)))
  const login = loginOf(source, fetchRequest.secret ?? '')
  const sock = connect({ host: ip, port: server.port })
  const stop = () => void sock.destroy()
  fetchRequest.signal.addEventListener('abort', stop)
  try {
    await orElse(
      sftp.connect({
        sock,
        ...login,
        readyTimeout: fetchLimits.connectMs,
        hostVerifier: check.verify,
      }),
      (error) => {
        if (check.isOther) return new FeedFailure('host_key', check.refusal)
        if (/authentication/i.test(error.message)) return refusedLogin(source, fetchRequest.secret)
        return neverReached(error) ? error : foreign('an SFTP')
      },
    )
    const unread = (error: Error) =>
      /no such file|permission denied/i.test(error.message) ? missing(source) : error
    const fileStat = await orElse(inTime(sftp.stat(source.path), stop), unread)
    if (fileStat.size > fetchLimits.bytes)
      throw new FeedFailure(
        'too_large',
        `The file has ${fileStat.size} bytes; the limit is ${fetchLimits.bytes}`,
      )
    const modifiedTm = moment(new Date(fileStat.modifyTime))
    if (modifiedTm && modifiedTm === fetchRequest.lastModified) return 'not modified'
    const body = sftp.createReadStream(source.path) as unknown as Readable
    const keptCopy = await orElse(
      keepFile(body, fetchRequest.signal, { announcedBytes: fileStat.size, onBytes: fetchRequest.onBytes }),
      unread,
    )
    return { ...keptCopy, name: basename(source.path), modifiedTm, etag: undefined, lastModified: modifiedTm }
  } finally {
    // also if the sign-in failed: the password has been sent to this key
    if (check.shown) await fetchRequest.hostKeys.saw(server, check.shown).catch(() => {})
    fetchRequest.signal.removeEventListener('abort', stop)
    stop()
  }
}
