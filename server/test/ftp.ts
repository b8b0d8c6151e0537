import { FtpSrv, type FtpServerOptions } from 'ftp-srv'
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

/** A real FTP server over a folder, with one person who may sign in. */
export async function startFtp(
  root: string,
  user: string,
  secret: string,
  tls?: { key: string; cert: string },
): Promise<{ port: number; close: () => Promise<unknown> }> {
  const port = await freePort()
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    pasv_min: 20_000,
    pasv_max: 29_999,
    anonymous: false,
    log: quiet,
    ...(tls && { tls }),
  })
  server.on('login', ({ username, password }, resolve, reject) =>
    username === user && password === secret ? resolve({ root }) : reject(new Error('no')),
  )
  await server.listen()
  return { port, close: () => server.close() }
}
