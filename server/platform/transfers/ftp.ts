import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Client as FtpClient } from 'basic-ftp'

/** TLS takes no IP address as a server name. */
export const tlsOptionsOf = (host: string): ConnectionOptions =>
  isIP(host) ? { host } : { host, servername: host }

/** How an FTP connection is encrypted: after a command, or from its first byte. */
export type FtpSecurity = 'none' | 'explicit' | 'implicit'
/** The port that IANA registered for FTP over TLS from the first byte. */
const implicitPort = 990
export function ftpSecurity(kind: 'ftp' | 'ftps', port: number): FtpSecurity {
  if (kind === 'ftp') return 'none'
  return port === implicitPort ? 'implicit' : 'explicit'
}

/** A server’s refusal of a sign-in that isn’t encrypted, in the words of vsftpd, ProFTPD, Pure-FTPd, FileZilla and IIS. */
export const isTlsRequired = (reply: string): boolean =>
  /\b(tls|ssl|encryption|encrypted|cleartext)\b|use auth first/i.test(reply)

/**
 * Connects to a server that speaks TLS from its first byte, at the address that was checked.
 * @param also further options of this connection alone
 */
export async function connectImplicitTls(
  ftp: FtpClient,
  { address, port, host }: { address: string; port: number; host: string },
  also: ConnectionOptions = {},
): Promise<void> {
  const { servername } = tlsOptionsOf(host)
  // a host among the options would be resolved again
  await ftp.connectImplicitTLS(address, port, { ...(servername !== undefined && { servername }), ...also })
  ftp.ftp.tlsOptions = tlsOptionsOf(host)
}
