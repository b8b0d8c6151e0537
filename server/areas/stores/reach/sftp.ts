import { connect, type Socket } from 'node:net'
import SftpClient from 'ssh2-sftp-client'
import { isPrivateKey } from '#contract/private-keys.ts'
import { HostKeyCheck } from '#server/platform/host-keys.ts'
import { KeyUnreadable, sftpLogin } from '#server/platform/transfers/sftp.ts'
import { foreigner, nameStep, portStep, type ReachedAddress } from './address.ts'
import type { Place, ReachOptions } from './place.ts'
import { Fault, type Failure, type Reach } from './steps.ts'

/** An SFTP server; a probe file is written and removed. */
export function reachSftp(
  { host, port, path, login, password, hostKey }: Place,
  options: ReachOptions,
): Reach {
  const place: ReachedAddress = { host, port, address: '' }
  const sftp = quietClient()
  const key = Promise.withResolvers<string>()
  key.promise.catch(() => {})
  const check = new HostKeyCheck(hostKey)
  const wrongServer = foreigner('an SFTP')
  let sock: Socket | undefined
  let signedIn: Promise<unknown> = Promise.resolve()
  return {
    target: `sftp://${host}:${port}/${path.replace(/^\//, '')}`,
    steps: [
      nameStep(place, options.allowHosts),
      { ...portStep(place), faults: wrongServer.faults },
      {
        name: 'tls',
        run: async () => {
          const signIn = sftpLogin(login, password ?? '')
          sock = connect({ host: place.address, port })
          signedIn = sftp.connect({
            sock,
            ...signIn,
            readyTimeout: options.milliseconds,
            hostVerifier: verifier(check, key, password !== undefined),
          })
          signedIn.catch(key.reject)
          return { sentence: `Server key: SHA256:${await key.promise}.` }
        },
        faults: (error) =>
          error instanceof KeyUnreadable
            ? new Fault(`${error.message}.`, wholeKey)
            : wrongServer.faults(error),
        late: (sentence) => sock && wrongServer.late(sentence, sock),
      },
      {
        name: 'credentials',
        run: async () => {
          if (password === undefined)
            throw new Fault(options.noPassword, 'Enter the password and test again.')
          await signedIn
          return { sentence: `Signed in as ${login}.` }
        },
        faults: (error) => signInFault(error, login, password ?? ''),
      },
      {
        name: 'path',
        run: async () => {
          const folder = await sftp.stat(path)
          if (!folder.isDirectory) throw new Fault(`${path} is a file, not a folder.`, checkFolder)
          return { sentence: `Found folder ${path}.` }
        },
        faults: () => new Fault(`Folder ${path} doesn’t exist or can’t be opened.`, checkFolder),
      },
      {
        name: 'write',
        run: async () => {
          const to = `${path.replace(/\/$/, '')}/${options.probe.name}`
          await sftp.put(Buffer.from(options.probe.text), to)
          const isRemoved = await sftp.delete(to).then(
            () => true,
            () => false,
          )
          return options.probe.written(path, isRemoved)
        },
        faults: () =>
          new Fault('The server refused the file.', 'Give this login write access to the folder.'),
      },
    ],
    close: async () => {
      signedIn.catch(() => {})
      await sftp.end()
    },
  }
}
const signInFault = (error: Failure, login: string, secret: string): Fault | undefined =>
  /authentication/i.test(error.message)
    ? new Fault(
        `The server refused login ${login} or its ${isPrivateKey(secret) ? 'private key' : 'password'}.`,
        'Enter the login and password, or private key, from the store’s host.',
      )
    : undefined
/** Without a password it stops there. */
const verifier =
  (check: HostKeyCheck, key: PromiseWithResolvers<string>, goesOn: boolean) => (shown: Buffer) => {
    const isKnown = check.verify(shown)
    if (isKnown) key.resolve(check.shown ?? '')
    else key.reject(new Fault(`${check.refusal}.`, acceptKey))
    return isKnown && goesOn
  }
/** The library's own listeners write to the console. */
const quietClient = () => new SftpClient('store', { error: quiet, end: quiet, close: quiet })
const quiet = () => {}
const wholeKey = 'Enter the private key again, with its first and last lines.'
const acceptKey = 'Ask the server’s owner for the new fingerprint, then accept it here.'
const checkFolder = 'Check the spelling of the path.'
