import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { Client as FtpClient } from 'basic-ftp'
import { foreigner, nameStep, portStep, type ReachedAddress } from './address.ts'
import { checkCertificate, tlsOptionsOf } from './certificate.ts'
import type { Place, ReachOptions } from './place.ts'
import { Fault, type Failure, type Reach, type Step } from './steps.ts'

/** An FTP server, with TLS where that is asked for; a probe file is written and removed. */
export function reachFtp({ host, port, path, login, password, secure }: Place, options: ReachOptions): Reach {
  const place: ReachedAddress = { host, port, address: '' }
  const ftp = new FtpClient(options.milliseconds)
  const wrongServer = foreigner('an FTP')
  const tls: Step = {
    name: 'tls',
    run: async () => {
      // checked here, because the library's refusal says less
      await ftp.useTLS({ ...tlsOptionsOf(host), rejectUnauthorized: false })
      const certificate = checkCertificate(ftp.ftp.socket as TLSSocket, host, options.now)
      ftp.ftp.tlsOptions = tlsOptionsOf(host)
      return certificate
    },
    faults: (error) =>
      replyOf(error) >= 500
        ? new Fault('The server offers no TLS.', 'The store’s host must turn it on; FTP alone is readable.')
        : undefined,
  }
  return {
    target: `${secure ? 'ftps' : 'ftp'}://${host}:${port}${path}`,
    steps: [
      nameStep(place, options.allowHosts),
      {
        ...portStep(place),
        run: async () => {
          await ftp.connect(place.address, port)
          return { sentence: `Port ${port} answers as an FTP server.` }
        },
        faults: wrongServer.faults,
        late: (sentence) => wrongServer.late(sentence, ftp.ftp.socket),
      },
      ...(secure ? [tls] : []),
      {
        name: 'credentials',
        run: async () => {
          if (password === undefined) throw new Fault(options.noPassword, 'Enter it, and test again.')
          await ftp.login(login, password)
          await ftp.useDefaultSettings()
          return { sentence: `${login} is signed in.` }
        },
        faults: (error) =>
          replyOf(error) > 0
            ? new Fault(
                `The server refuses ${login} or the password (${replyOf(error)}).`,
                'Enter the login and password as the store’s host gave them.',
              )
            : undefined,
      },
      {
        name: 'path',
        run: async () => {
          await ftp.cd(path)
          return { sentence: `${path} can be opened.` }
        },
        faults: (error) =>
          replyOf(error) >= 500
            ? new Fault(`There is no folder ${path}, or it may not be opened.`, checkFolder)
            : undefined,
      },
      {
        name: 'write',
        run: async () => {
          await ftp.uploadFrom(Readable.from([options.probe.text]), options.probe.name)
          const isRemoved = await ftp.remove(options.probe.name).then(
            () => true,
            () => false,
          )
          return options.probe.written(path, isRemoved)
        },
        faults: writeFault,
      },
    ],
    close: () => ftp.close(),
  }
}
const checkFolder = 'Check how the path is spelt; it is seen from the login’s own folder.'

const replyOf = ({ code }: Failure): number => (typeof code === 'number' ? code : 0)

function writeFault(error: Failure): Fault | undefined {
  const reply = replyOf(error)
  if (reply === 452 || reply === 552) return new Fault('The disk of the store’s server is full.', makeRoom)
  if (reply >= 500)
    return new Fault(`The server doesn’t take a file (${reply}).`, 'Let the login write in this folder.')
  if (
    reply >= 400 ||
    /data (socket|connection)|transfer strateg|ETIMEDOUT|ECONNREFUSED/i.test(`${error.message} ${error.code}`)
  )
    return new Fault(
      'The connection for the file itself can’t be opened.',
      'The store’s host must open the ports of passive FTP.',
    )
  return undefined
}
const makeRoom = 'The store’s host must make room.'
