import { connect, type Socket } from 'node:net'
import { AddressRefused, neverReached, openAddress } from '#server/platform/addresses.ts'
import { Fault, silentFault, type Failure, type Step } from './steps.ts'

/** Where a step connects to, once the name was looked up and checked. */
export interface Endpoint {
  host: string
  port: number
  address: string
}

/**
 * The name leads to an address, and not into a private network; later steps connect to that address alone.
 */
export const nameStep = (endpoint: Endpoint, allowHosts: readonly string[]): Step => ({
  name: 'name',
  run: async () => {
    endpoint.address = await openAddress(endpoint.host, allowHosts, String(endpoint.port))
    return {
      sentence:
        endpoint.address === endpoint.host
          ? `${endpoint.host} is an address.`
          : `${endpoint.host} leads to ${endpoint.address}.`,
    }
  },
  faults: nameFault,
})

function nameFault(error: Failure): Fault | undefined {
  if (!(error instanceof AddressRefused)) return undefined
  return error.code === 'unreachable'
    ? new Fault(`${error.message}.`, 'Check how the host is spelt; its owner may have let it lapse.')
    : new Fault(`${error.message}.`, 'Enter a host that is reached from the internet.')
}

/** What listens at the port breaks off, or speaks, and not as it should: anything but that nothing was reached. */
export function foreigner(kind: 'an FTP' | 'an SFTP') {
  const fault = () =>
    new Fault(`Something answers, but not as ${kind} server does.`, 'Check protocol and port.')
  return {
    faults: (error: Failure) => (neverReached(error) ? undefined : fault()),
    late: (sentence: string, { bytesRead, connecting }: Socket) =>
      bytesRead > 0 ? fault() : connecting ? undefined : silentFault(sentence),
  }
}

/** Something listens at the port. */
export const portStep = (endpoint: Endpoint): Step => ({
  name: 'port',
  run: async () => {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ host: endpoint.address, port: endpoint.port, timeout: 20_000 })
      socket.once('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('error', reject)
      socket.once('timeout', () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
    })
    return { sentence: `Port ${endpoint.port} answers.` }
  },
})
