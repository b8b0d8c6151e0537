import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import SftpClient from 'ssh2-sftp-client'
import { foreigner, nameStep, portStep, type At } from './address.ts'
import type { Place, Reached } from './place.ts'
import { Fault, type Reach } from './steps.ts'

/** An SFTP server; a probe file is written and removed. */
export function reachSftp({ host, port, path, login, password }: Place, of: Reached): Reach {
  const at: At = { host, port, address: '' }
  // its own listeners write to the console
  const sftp = new SftpClient('store', { error: quiet, end: quiet, close: quiet })
  const key = Promise.withResolvers<string>()
  const other = foreigner('an SFTP')
  let sock: Socket | undefined
  let signedIn: Promise<unknown> = Promise.resolve()
  return {
    target: `sftp://${host}:${port}/${path.replace(/^\//, '')}`,
    steps: [
      nameStep(at, of.allowHosts),
      { ...portStep(at), faults: other.faults },
      {
        name: 'tls',
        run: async () => {
          sock = connect({ host: at.address, port })
          signedIn = sftp.connect({
            sock,
            username: login,
            password: password ?? '',
            readyTimeout: of.milliseconds,
            hostVerifier: (found: Buffer) => {
              key.resolve(createHash('sha256').update(found).digest('base64').replace(/=+$/, ''))
              // without a password nothing more is said to it
              return password !== undefined
            },
          })
          signedIn.catch(key.reject)
          return { sentence: `The server’s key is SHA256:${await key.promise}.` }
        },
        faults: other.faults,
        late: (sentence) => sock && other.late(sentence, sock),
      },
      {
        name: 'credentials',
        run: async () => {
          if (password === undefined) throw new Fault(of.noPassword, 'Enter it, and test again.')
          await signedIn
          return { sentence: `${login} is signed in.` }
        },
        faults: (error) =>
          /authentication/i.test(error.message)
            ? new Fault(
                `The server refuses ${login} or the password.`,
                'Enter the login and password as the store’s host gave them.',
              )
            : undefined,
      },
      {
        name: 'path',
        run: async () => {
          const found = await sftp.stat(path)
          if (!found.isDirectory) throw new Fault(`${path} is a file, not a folder.`, checkFolder)
          return { sentence: `${path} is a folder.` }
        },
        faults: () => new Fault(`There is no folder ${path}, or it may not be opened.`, checkFolder),
      },
      {
        name: 'write',
        run: async () => {
          const to = `${path.replace(/\/$/, '')}/${of.probe.name}`
          await sftp.put(Buffer.from(of.probe.text), to)
          const removed = await sftp.delete(to).then(
            () => true,
            () => false,
          )
          return of.probe.written(path, removed)
        },
        faults: () => new Fault('The server doesn’t take a file.', 'Let the login write in this folder.'),
      },
    ],
    close: async () => {
      signedIn.catch(() => {})
      await sftp.end()
    },
  }
}
const quiet = () => {}
const checkFolder = 'Check how the path is spelt.'
