import { isIP } from 'node:net'
import { checkServerIdentity, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { Fault, type StepResult } from './steps.ts'

/** TLS takes no IP address as a server name. */
export const tlsOptionsOf = (host: string): ConnectionOptions =>
  isIP(host) ? { host } : { host, servername: host }

/** The certificate of a connection that was made whatever it is: what is wrong with it, the worst first. */
export function checkCertificate(socket: TLSSocket, host: string, now: number): StepResult {
  const certificate = socket.getPeerCertificate()
  if (!certificate.valid_to) throw new Fault('The server shows no certificate.', askForOne)
  const ends = new Date(certificate.valid_to)
  if (ends.getTime() < now)
    throw new Fault(`The server’s certificate expired on ${dayOf(ends)}.`, 'The store’s host must renew it.')
  if (Date.parse(certificate.valid_from) > now)
    throw new Fault('The server’s certificate is not valid yet.', 'The clock of the store’s host is wrong.')
  if (checkServerIdentity(host, certificate)) {
    const names = certificate.subjectaltname?.replaceAll(/\b(DNS|IP Address):/g, '')
    const holder = names || certificate.subject.CN || 'another host'
    throw new Fault(
      `The server’s certificate is for ${String(holder)}, not for ${host}.`,
      'Enter the host that it names, or have one made for this host.',
    )
  }
  const wrong = socket.authorized ? undefined : String(socket.authorizationError)
  if (wrong !== undefined)
    throw /SELF_SIGNED/.test(wrong)
      ? new Fault('The server’s certificate is self-signed: anybody could have made it.', askForOne)
      : new Fault(`Nobody we know vouches for the server’s certificate (${wrong}).`, chainMissing)
  return { sentence: `The certificate is valid until ${dayOf(ends)}.` }
}
const dayOf = (tm: Date) => tm.toISOString().slice(0, 10)
const askForOne = 'The store’s host must get a certificate of a public authority.'
const chainMissing = 'The store’s host must send the whole chain, with the authority’s own certificates.'
