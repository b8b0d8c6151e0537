import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { Agent } from 'undici'

const closedNetworks = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closedNetworks.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // IPv4-compatible ones, :: and ::1 among them
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const)
  closedNetworks.addSubnet(net, bits, 'ipv6')

/** An address that must not, or can't, be connected to. */
export class AddressRefused extends Error {
  readonly code: 'unreachable' | 'forbidden_address'
  constructor(code: 'unreachable' | 'forbidden_address', message: string) {
    super(message)
    this.code = code
  }
}

/** No connection was made: no server, or no route to it. */
export const neverReached = (error: unknown): boolean =>
  /^E(CONNREFUSED|HOST|NET|TIMED)/.test(String((error as { code?: unknown }).code))

/**
 * Loopback, private, link-local and multicast addresses, which a fetch must not reach, including IPv4
 * addresses wrapped in IPv6.
 */
export function isClosed(address: string): boolean {
  return closedNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The address to connect to; `allowHosts` names hosts, or hosts with a port, that may be inside the
 * private network. The checked address is the one connected to, so a name that resolves differently later
 * gains nothing.
 */
export async function openAddress(
  host: string,
  allowHosts: readonly string[],
  port?: string,
): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(name)
    ? [name]
    : await lookup(name, { all: true }).then(
        (all) => all.map((a) => a.address),
        () => [],
      )
  const [first] = addresses
  if (!first) throw new AddressRefused('unreachable', `The host ${host} has no address`)
  if (!allowHosts.includes(name.toLowerCase()) && !allowHosts.includes(`${name.toLowerCase()}:${port}`)) {
    const bad = addresses.find(isClosed)
    if (bad)
      throw new AddressRefused(
        'forbidden_address',
        `The host ${host} resolves to ${bad}, an address in a private network; ` +
          'FETCH_ALLOW_HOSTS may allow it',
      )
  }
  return first
}

/** An HTTP client that connects only to the checked address, whatever the name resolves to later. */
export const pinnedAgent = (ip: string, limits: { connectMs: number; stallMs: number }): Agent =>
  new Agent({
    connect: {
      timeout: limits.connectMs,
      lookup: (_name, options, answer) => {
        const family = ip.includes(':') ? 6 : 4
        if (options.all) answer(null, [{ address: ip, family }])
        else answer(null, ip, family)
      },
    },
    headersTimeout: limits.stallMs,
    bodyTimeout: limits.stallMs,
  })
