import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { Client as FtpClient } from 'basic-ftp'
import { isPrivateKey, keysNeedSftp } from '#contract/private-keys.ts'
import { foreigner, nameStep, portStep, type ReachedAddress } from './address.ts'
import {
  connectImplicitTls,
  isTlsRequired,
  tlsOptionsOf,
  type FtpSecurity,
} from '#server/platform/transfers/ftp.ts'
import { checkCertificate } from './certificate.ts'
import type { Place, ReachOptions } from './place.ts'
import { Fault, type Failure, type Reach, type Step } from './steps.ts'

/** An FTP server, with TLS where that is asked for; a probe file is written and removed. */
export function reachFtp(
  { host, port, path, login, password, security = 'none' }: Place,
  options: ReachOptions,
): Reach {
  const place: ReachedAddress = { host, port, address: '' }
  const ftp = new FtpClient(options.milliseconds)
  const wrongServer = foreigner('an FTP')
  const tls: Step = {
    name: 'tls',
    run: async () => {
      // checked here, because the library's refusal says less
      if (security === 'explicit') await ftp.useTLS({ ...tlsOptionsOf(host), rejectUnauthorized: false })
      const certificate = checkCertificate(ftp.ftp.socket as TLSSocket, host, options.now)
      ftp.ftp.tlsOptions = tlsOptionsOf(host)
      return certificate
    },
    faults: (error) =>
      replyOf(error) >= 500
        ? new Fault(
            'The server doesn’t support TLS.',
            'Ask the store’s host to turn it on. Plain FTP isn’t encrypted.',
          )
        : undefined,
  }
  return {
    target: `${security === 'none' ? 'ftp' : 'ftps'}://${host}:${port}${path}`,
    steps: [
      nameStep(place, options.allowHosts),
      {
        ...portStep(place),
        run: async () => {
          if (security === 'implicit')
            await connectImplicitTls(ftp, { ...place, host }, { rejectUnauthorized: false })
          else await ftp.connect(place.address, port)
          return { sentence: `Port ${port} responds as an FTP server.` }
        },
        faults: wrongServer.faults,
        late: (sentence) => wrongServer.late(sentence, ftp.ftp.socket),
      },
      ...(security === 'none' ? [] : [tls]),
      {
        name: 'credentials',
        run: async () => {
          if (password === undefined)
            throw new Fault(options.noPassword, 'Enter the password and test again.')
          if (isPrivateKey(password)) throw new Fault(`${keysNeedSftp}.`, 'Choose SFTP, or enter a password.')
          await ftp.login(login, password)
          await ftp.useDefaultSettings()
          return { sentence: `Signed in as ${login}.` }
        },
        faults: (error) => signInFault(error, login, security),
      },
      {
        name: 'path',
        run: async () => {
          await ftp.cd(path)
          return { sentence: `Opened ${path}.` }
        },
        faults: (error) =>
          replyOf(error) >= 500
            ? new Fault(`Folder ${path} doesn’t exist or can’t be opened.`, checkFolder)
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
const checkFolder = 'Check the spelling of the path. It is relative to the login’s home folder.'

function signInFault(error: Failure, login: string, security: FtpSecurity): Fault | undefined {
  if (security === 'none' && isTlsRequired(error.message))
    return new Fault('The server requires TLS.', 'Change the protocol to FTPS.')
  return replyOf(error) > 0
    ? new Fault(
        `The server refused login ${login} or its password (${replyOf(error)}).`,
        'Enter the login and password from the store’s host.',
      )
    : undefined
}

const replyOf = ({ code }: Failure): number => (typeof code === 'number' ? code : 0)

function writeFault(error: Failure): Fault | undefined {
  const reply = replyOf(error)
  if (reply === 452 || reply === 552) return new Fault('The store’s server is out of disk space.', makeRoom)
  if (reply >= 500)
    return new Fault(`The server refused the file (${reply}).`, 'Give this login write access to the folder.')
  if (
    reply >= 400 ||
    /data (socket|connection)|transfer strateg|ETIMEDOUT|ECONNREFUSED/i.test(`${error.message} ${error.code}`)
  )
    return new Fault(
      'The data connection can’t be opened.',
      'Ask the store’s host to open the passive FTP ports.',
    )
  return undefined
}
const makeRoom = 'Ask the store’s host to free up space.'
