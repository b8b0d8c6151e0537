import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client as FtpClient } from 'basic-ftp'
import SftpClient from 'ssh2-sftp-client'
import { z } from 'zod'
import { openAddress } from '#server/platform/addresses.ts'
import { HostKeyCheck, type HostKeys } from '#server/platform/host-keys.ts'
import { isPrivateKey, keysNeedSftp } from '#contract/private-keys.ts'
import type { Part } from '#contract/stores/shops.ts'
import { csvCell } from '#server/platform/files/csv.ts'
import { temporaryPath } from '#server/platform/files/temporary-files.ts'
import type { Services } from '#server/platform/services.ts'
import {
  connectImplicitTls,
  ftpSecurity,
  isTlsRequired,
  tlsOptionsOf,
} from '#server/platform/transfers/ftp.ts'
import { KeyUnreadable, sftpLogin } from '#server/platform/transfers/sftp.ts'
import { columnsOf, layoutOf, type ToldRow } from './layouts.ts'
import { withoutSecrets } from '../reach/steps.ts'

const remote = {
  host: z.string(),
  port: z.number().int().optional(),
  path: z.string(),
  user: z.string().default('anonymous'),
}
/** Where a store takes its files from. */
const dropTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storage'), folder: z.string() }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('ftp'), ...remote }),
  z.object({ kind: z.literal('ftps'), ...remote }),
  z.object({ kind: z.literal('sftp'), ...remote }),
])
type DropTo = z.output<typeof dropTo>

interface DroppedFile {
  name: string
  bytes: number
}
type FileServices = Pick<Services, 'files' | 'config' | 'secrets'> & {
  signal: AbortSignal
  hostKeys: HostKeys
}

/** The store rejects us: nothing more is sent until a person fixes it. */
export class StoreRefused extends Error {
  /** The credentials no longer work. */
  readonly lockedOut: boolean
  constructor(message: string, lockedOut = false) {
    super(message)
    this.lockedOut = lockedOut
  }
}

export interface DropStore {
  market_id: number
  market_name: string
  drop_to: unknown
  drop_secret: string | null
}

/**
 * Writes rows with the same parts into a store's folder. The file's name is a hash of its text, so that
 * a second try replaces the first.
 */
export async function dropFile(
  services: FileServices,
  store: DropStore,
  parts: readonly Part[],
  rows: readonly ToldRow[],
): Promise<DroppedFile> {
  const columns = columnsOf(layoutOf(store), parts)
  const lines = rows.map((row) => columns.map(([, value]) => csvCell(value(row))).join(','))
  const text = `${columns.map(([header]) => header).join(',')}\n${lines.join('\n')}\n`
  const name = `${contentsOf(parts)}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.csv`
  await deliver(services, dropTo.parse(store.drop_to), store.drop_secret, { name, text })
  return { name, bytes: Buffer.byteLength(text) }
}

function contentsOf(parts: readonly Part[]): string {
  if (parts.includes('content')) return 'products'
  return parts.includes('price') ? 'prices' : 'inventory'
}

async function deliver(
  { files, config, secrets, signal, hostKeys }: FileServices,
  target: DropTo,
  secret: string | null,
  { name, text }: { name: string; text: string },
): Promise<void> {
  signal.throwIfAborted()
  if (target.kind === 'none') throw new StoreRefused('The store has no file connection')
  if (target.kind === 'storage') return files.put(`stores/${target.folder}/${name}`, Readable.from([text]))
  const address = await openAddress(target.host, config.fetchAllowHosts, String(target.port ?? ''))
  const password = secret ? secrets.open(secret) : ''
  const to = `${target.path.replace(/\/$/, '')}/${name}`
  const local = temporaryPath('drop', `-${name}`)
  await pipeline(Readable.from([text]), createWriteStream(local))
  try {
    await (target.kind === 'sftp' ? bySftp : byFtp)({ ...target, address, hostKeys }, password, local, to)
  } catch (error) {
    throw hideSecrets(
      error instanceof KeyUnreadable ? new StoreRefused(`${error.message}.`) : (error as Error),
      [password, encodeURIComponent(password)],
    )
  } finally {
    await rm(local, { force: true })
  }
}

/** A server's message may contain a password, and it is stored for people to read. */
function hideSecrets(error: Error, secrets: readonly string[]): Error {
  error.message = withoutSecrets(error.message, secrets)
  if (error.stack) error.stack = withoutSecrets(error.stack, secrets)
  return error
}

type Remote = Extract<DropTo, { host: string }> & { address: string; hostKeys: HostKeys }

/** Uploads under a temporary name first, so that a shop never reads half a file. */
async function bySftp(
  { host, address, port = 22, user, hostKeys }: Remote,
  password: string,
  local: string,
  to: string,
) {
  const sftp = new SftpClient()
  const check = new HostKeyCheck(await hostKeys.known({ host, port }))
  try {
    await sftp
      .connect({
        host: address,
        port,
        ...sftpLogin(user, password),
        readyTimeout: 20_000,
        hostVerifier: check.verify,
      })
      .catch((error: Error) => {
        if (check.isOther) throw new StoreRefused(check.refusal)
        throw error
      })
      .catch(refusalOf(/authentication/i))
    await sftp.put(createReadStream(local), `${to}.part`)
    if ((await sftp.stat(`${to}.part`)).size !== (await stat(local)).size)
      throw new Error(`${to} arrived incomplete`)
    if (await sftp.exists(to)) await sftp.delete(to)
    await sftp.rename(`${to}.part`, to)
  } finally {
    // also if the sign-in failed: the password has been sent to this key
    if (check.shown) await hostKeys.saw({ host, port }, check.shown).catch(() => {})
    await sftp.end().catch(() => {})
  }
}

async function byFtp(
  { kind, host, address, port = 21, user }: Remote,
  password: string,
  local: string,
  to: string,
) {
  // saved before the form refused it
  if (isPrivateKey(password)) throw new StoreRefused(`${keysNeedSftp}.`)
  const ftp = new FtpClient(60_000)
  const security = ftpSecurity(kind === 'ftps' ? 'ftps' : 'ftp', port)
  try {
    if (security === 'implicit') await connectImplicitTls(ftp, { address, port, host })
    else await ftp.connect(address, port)
    if (security === 'explicit') await ftp.useTLS(tlsOptionsOf(host))
    await ftp
      .login(user, password)
      .catch((error: Error) => {
        if (security === 'none' && isTlsRequired(error.message))
          throw new StoreRefused('The store’s server requires TLS. Change the protocol to FTPS.')
        throw error
      })
      .catch(refusalOf(/\b530\b/))
    await ftp.useDefaultSettings()
    await ftp.uploadFrom(createReadStream(local), `${to}.part`)
    if ((await ftp.size(`${to}.part`)) !== (await stat(local)).size)
      throw new Error(`${to} arrived incomplete`)
    await ftp.remove(to, true)
    await ftp.rename(`${to}.part`, to)
  } finally {
    ftp.close()
  }
}

const refusalOf = (pattern: RegExp) => (error: Error) => {
  if (!pattern.test(error.message)) throw error
  throw new StoreRefused(`The store refused the login or password: ${error.message}`)
}
