import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { FeedFailure } from '#engine/failure.ts'

const closed = new BlockList()
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
  closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['2002::', 16],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** Loopback, private, link-local and multicast addresses, which a feed must not reach (behaviour.md, Feeds: Sources). */
export function isClosed(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const ip = mapped ?? address
  return closed.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/** The address to connect to. What was checked is what is connected to, so a name that changes its mind in between gains nothing. */
export async function openAddress(host: string, allowHosts: readonly string[]): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(name)
    ? [name]
    : await lookup(name, { all: true }).then(
        (all) => all.map((a) => a.address),
        () => [],
      )
  const [first] = addresses
  if (!first) throw new FeedFailure('unreachable', `The host ${host} has no address`)
  if (!allowHosts.includes(name.toLowerCase())) {
    const bad = addresses.find(isClosed)
    if (bad) throw new FeedFailure('forbidden_address', `The host ${host} leads to ${bad}, an address inside a private network; FETCH_ALLOW_HOSTS may allow it`)
  }
  return first
}
