import { connect } from 'node:tls'
import { request } from 'undici'
import { pinnedAgent } from '#server/platform/addresses.ts'
import { nameStep, portStep, type ReachedAddress } from './address.ts'
import { tlsOptionsOf } from '#server/platform/transfers/ftp.ts'
import { checkCertificate } from './certificate.ts'
import type { ReachOptions } from './place.ts'
import { Fault, type Reach, type Step } from './steps.ts'

/** A shop with only a web address. */
export function reachWeb(address: string, options: ReachOptions): Reach {
  const { url, at: place, steps } = openAddress(address, options)
  const http: Step = {
    name: 'http',
    run: async () => {
      const agent = pinnedAgent(place.address, {
        connectMs: options.milliseconds,
        stallMs: options.milliseconds,
      })
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          headers: { 'user-agent': 'Feedstock/1', accept: '*/*' },
        })
        body.on('error', () => {}).destroy()
        return answerText(statusCode)
      } finally {
        await agent.destroy().catch(() => {})
      }
    },
  }
  return { target: `${url.protocol}//${url.host}`, steps: [...steps, http], close: () => {} }
}

/** A market's API: the market itself says whether the login has the permissions. */
export function reachShop(
  address: string,
  options: ReachOptions,
  check: (() => Promise<string>) | undefined,
): Reach {
  const { url, steps } = openAddress(address, options)
  const credentials: Step = {
    name: 'credentials',
    run: async () => {
      if (!check) throw new Fault(options.noPassword, 'Enter the token and test again.')
      return { sentence: await check() }
    },
  }
  return { target: `${url.protocol}//${url.host}`, steps: [...steps, credentials], close: () => {} }
}

/** Name, port and, where there is one, certificate. */
function openAddress(address: string, options: ReachOptions) {
  const url = new URL(address)
  const secure = url.protocol === 'https:'
  const place: ReachedAddress = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 443 : 80),
    address: '',
  }
  const tls: Step = {
    name: 'tls',
    run: () =>
      new Promise((resolve, reject) => {
        const socket = connect(
          { ...tlsOptionsOf(place.host), host: place.address, port: place.port, rejectUnauthorized: false },
          () => {
            try {
              resolve(checkCertificate(socket, place.host, options.now))
            } catch (error) {
              reject(error as Error)
            } finally {
              socket.destroy()
            }
          },
        )
        socket.setTimeout(options.milliseconds, () => socket.destroy())
        socket.once('error', reject)
      }),
    faults: (error) =>
      /^ERR_SSL|EPROTO/.test(String(error.code))
        ? new Fault('The port responds, but not with TLS.', 'Check the port or enter an http:// address.')
        : undefined,
  }
  return {
    url,
    at: place,
    steps: [nameStep(place, options.allowHosts), portStep(place), ...(secure ? [tls] : [])],
  }
}

function answerText(status: number) {
  if (status >= 500)
    throw new Fault(`The store responded with an error (${status}).`, 'Contact the store’s host.')
  if (status === 404 || status === 410)
    throw new Fault(`Nothing found at this address (${status}).`, 'Check the spelling of the address.')
  return { sentence: `The store responded (${status}).` }
}
