import { generateKeyPairSync } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { HostKeys } from '#server/platform/host-keys.ts'
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'

/** For tests that are about something else than keys. */
export const anyHostKey: HostKeys = {
  known: () => Promise.resolve(undefined),
  saw: () => Promise.resolve(),
}

export interface SftpOptions {
  full?: boolean
  /** Receives every password that is tried. */
  passwords?: string[]
  port?: number
  /** Takes the password by this way alone, or a key. */
  way?: 'password' | 'keyboard-interactive' | 'publickey'
  /** The user’s private key, for the last of these. */
  key?: string
  tells?: ((file: Attributes) => Partial<Attributes>) | undefined
}

/**
 * A real SFTP server over a folder, with one user who may read and write files.
 * @param options.full its disk is full: files are cut without an error
 * @param options.tells changes the attributes that it reports of a file
 */
export async function startSftp(
  root: string,
  user: string,
  secret: string,
  { full = false, tells = (file) => file, passwords = [], port = 0, way = 'password', key }: SftpOptions = {},
): Promise<{ port: number; close: () => Promise<void> }> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (attempt) => {
      const decide = (isRight: boolean) =>
        isRight && attempt.username === user ? attempt.accept() : attempt.reject([way])
      if (attempt.method !== way) return attempt.reject([way])
      if (attempt.method === 'publickey') return decide(isSigned(attempt, key))
      if (attempt.method === 'password') {
        passwords.push(attempt.password)
        return decide(attempt.password === secret)
      }
      if (attempt.method !== 'keyboard-interactive') return decide(false)
      attempt.prompt([{ prompt: 'Password: ', echo: false }], ([answer = '']) => {
        passwords.push(answer)
        decide(answer === secret)
      })
    })
    client.on('ready', () =>
      client.on('session', (accept) => accept().on('sftp', (open) => serve(open(), root, full, tells))),
    )
  })
  await new Promise<void>((r) => server.listen(port, '127.0.0.1', () => r()))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((r) => void server.close(() => r())),
  }
}

/** A key is offered first, and then signs. */
function isSigned(
  { key: { data }, blob, signature, hashAlgo }: ssh2.PublicKeyAuthContext,
  userKey = '',
): boolean {
  const known = ssh2.utils.parseKey(userKey)
  if (known instanceof Error || !data.equals(known.getPublicSSH())) return false
  return !signature || !blob || known.verify(blob, signature, hashAlgo) === true
}

function serve(
  sftp: SFTPWrapper,
  root: string,
  full: boolean,
  tells: (file: Attributes) => Partial<Attributes>,
): void {
  const { STATUS_CODE: status } = ssh2.utils.sftp
  const pathOf = (path: string) => join(root, path)
  const answer = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      sftp.status(id, missing ? status.NO_SUCH_FILE : status.PERMISSION_DENIED)
    }
  }
  const attributes = (path: string): Attributes => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = statSync(path)
    const [atime, mtime] = [Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000)]
    return tells({ mode, uid, gid, size, atime, mtime }) as Attributes
  }
  const files = new Map<number, string>()
  const stat = (id: number, path: string) => answer(id, () => sftp.attrs(id, attributes(pathOf(path))))
  sftp.on('STAT', stat).on('LSTAT', stat)
  sftp.on('REALPATH', (id, path) => {
    const filename = path === '.' ? '/' : path
    sftp.name(id, [{ filename, longname: filename, attrs: attributes(root) }])
  })
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, () => {
      const file = openSync(pathOf(path), flags & ssh2.utils.sftp.OPEN_MODE.WRITE ? 'w' : 'r')
      files.set(file, pathOf(path))
      sftp.handle(id, Buffer.from(String(file)))
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answer(id, () => sftp.attrs(id, attributes(files.get(Number(String(handle)))!))),
  )
  sftp.on('FSETSTAT', (id) => sftp.status(id, status.OK))
  sftp.on('SETSTAT', (id) => sftp.status(id, status.OK))
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, () => {
      writeSync(Number(String(handle)), data, 0, full ? 10 : data.length, offset)
      sftp.status(id, status.OK)
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, () => {
      const part = Buffer.alloc(length)
      const read = readSync(Number(String(handle)), part, 0, length, offset)
      if (read === 0) sftp.status(id, status.EOF)
      else sftp.data(id, part.subarray(0, read))
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(id, () => {
      closeSync(Number(String(handle)))
      sftp.status(id, status.OK)
    }),
  )
  // as in version 3: a rename doesn't replace an existing file
  sftp.on('RENAME', (id, from, to) =>
    answer(id, () => {
      if (existsSync(pathOf(to))) return sftp.status(id, status.FAILURE)
      renameSync(pathOf(from), pathOf(to))
      sftp.status(id, status.OK)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    answer(id, () => {
      rmSync(pathOf(path))
      sftp.status(id, status.OK)
    }),
  )
}
