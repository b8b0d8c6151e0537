import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { FileSystem, FtpSrv, type FtpServerOptions } from 'ftp-srv'
import { freePort } from './free-port.ts'

/** ftp-srv logs every refusal that a test provokes. */
const quiet = {
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
  child: () => quiet,
} as unknown as FtpServerOptions['log']

/** A file system with a full disk: it keeps only the first bytes of each file, without an error. */
class FullDisk extends FileSystem {
  override write(name: string) {
    const target = createWriteStream(join(this.root, name))
    let room = keptBytes
    const stream = new Writable({
      write(part: Buffer, _encoding, next) {
        target.write(part.subarray(0, room))
        room -= Math.min(room, part.length)
        next()
      },
      final: (next) => void target.end(next),
    })
    return { stream, clientPath: name }
  }
}
const keptBytes = 10

/**
 * A real FTP server over a folder, with one user.
 * @param options.full its disk is full: files are cut without an error
 */
export async function startFtp(
  root: string,
  user: string,
  secret: string,
  {
    tls,
    full = false,
    implicit = false,
    port: wantedPort,
  }: {
    tls?: { key: string; cert: string } | undefined
    full?: boolean
    /** It speaks TLS from the first byte. */
    implicit?: boolean
    port?: number
  } = {},
): Promise<{ port: number; close: () => Promise<unknown> }> {
  const port = wantedPort ?? (await freePort())
  const server = new FtpSrv({
    url: `${implicit ? 'ftps' : 'ftp'}://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    pasv_min: 20_000,
    pasv_max: 29_999,
    anonymous: false,
    log: quiet,
    ...(tls && { tls }),
  })
  server.on('login', ({ connection, username, password }, resolve, reject) =>
    username === user && password === secret
      ? resolve({ root, ...(full && { fs: new FullDisk(connection, { root, cwd: '/' }) }) })
      : reject(new Error('no')),
  )
  await server.listen()
  return { port, close: () => server.close() }
}
