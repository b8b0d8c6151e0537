import { checkServerIdentity, type TLSSocket } from 'node:tls'
import { dayText } from '#contract/formats.ts'
import { Fault, type StepResult } from './steps.ts'

/** The certificate of a connection that was made whatever it is: what is wrong with it, the worst first. */
export function checkCertificate(socket: TLSSocket, host: string, now: number): StepResult {
  const certificate = socket.getPeerCertificate()
  if (!certificate.valid_to) throw new Fault('The server has no certificate.', askForOne)
  const ends = new Date(certificate.valid_to)
  if (ends.getTime() < now)
    throw new Fault(
      `The server’s certificate expired on ${dayOf(ends)}.`,
      'Ask the store’s host to renew it.',
    )
  if (Date.parse(certificate.valid_from) > now)
    throw new Fault(
      'The server’s certificate is not valid yet.',
      'Ask the store’s host to correct the server’s clock.',
    )
  if (checkServerIdentity(host, certificate)) {
    const names = certificate.subjectaltname?.replaceAll(/\b(DNS|IP Address):/g, '')
    const holder = names || certificate.subject.CN || 'another host'
    throw new Fault(
      `The server’s certificate is for ${String(holder)}, not for ${host}.`,
      'Enter the host in the certificate, or get a certificate for this host.',
    )
  }
  const wrong = socket.authorized ? undefined : String(socket.authorizationError)
  if (wrong !== undefined)
    throw /SELF_SIGNED/.test(wrong)
      ? new Fault('The server’s certificate is self-signed.', askForOne)
      : new Fault(`The server’s certificate isn’t trusted (${wrong}).`, chainMissing)
  return { sentence: `The certificate is valid until ${dayOf(ends)}.` }
}
const dayOf = (tm: Date) => dayText(tm.toISOString().slice(0, 10))
const askForOne = 'Ask the store’s host for a certificate from a public authority.'
const chainMissing = 'Ask the store’s host to send the complete certificate chain.'
