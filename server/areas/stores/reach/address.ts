import { connect, type Socket } from 'node:net'
import { AddressRefused, neverReached, openAddress } from '#server/platform/addresses.ts'
import { Fault, silent, type Failure, type Step } from './steps.ts'

/** Where a step connects to, once the name was looked up and checked. */
export interface ReachedAddress {
  host: string
  port: number
  address: string
}

/**
 * The name leads to an address, and not into a private network; later steps connect to that address alone.
 */
export const nameStep = (place: ReachedAddress, allowHosts: readonly string[]): Step => ({
  name: 'name',
  run: async () => {
    place.address = await openAddress(place.host, allowHosts, String(place.port))
    return {
      sentence:
        place.address === place.host
          ? `${place.host} is an IP address.`
          : `${place.host} resolves to ${place.address}.`,
    }
  },
  faults: nameFault,
})

function nameFault(error: Failure): Fault | undefined {
  if (!(error instanceof AddressRefused)) return undefined
  return error.code === 'unreachable'
    ? new Fault(`${error.message}.`, 'Check the spelling of the host. The domain may have expired.')
    : new Fault(`${error.message}.`, 'Enter a host that is reachable from the internet.')
}

/** What listens at the port breaks off, or speaks, and not as it should: anything but that nothing was reached. */
export function foreigner(kind: 'an FTP' | 'an SFTP') {
  const fault = () =>
    new Fault(`The server doesn’t respond like ${kind} server.`, 'Check the protocol and port.')
  return {
    faults: (error: Failure) => (neverReached(error) ? undefined : fault()),
    late: (sentence: string, { bytesRead, connecting }: Socket) => {
      if (bytesRead > 0) return fault()
      return connecting ? undefined : silent(sentence)
    },
  }
}

/** Something listens at the port. */
export const portStep = (place: ReachedAddress): Step => ({
  name: 'port',
  run: async () => {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ host: place.address, port: place.port, timeout: 20_000 })
      socket.once('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('error', reject)
      socket.once('timeout', () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
    })
    return { sentence: `Port ${place.port} responds.` }
  },
})
