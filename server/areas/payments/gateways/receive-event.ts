import type { FastifyInstance } from 'fastify'
import { invalid } from '#server/platform/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { keepEvents, processEvents } from './events.ts'
import { GatewayRefused, type GatewayEvent } from './gateway.ts'
import { gatewayOf } from './gateway-of.ts'

const largest = 512 * 1024
/**
 * Receives the gateway's events. The signature covers the raw bytes, so they aren't parsed; an event is stored,
 * acknowledged, and only then processed (docs/domain/gateways.md, Gateway events).
 */
export function receiveGatewayEvents(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_req, body, callback) =>
      callback(null, body),
    )
    scope.post('/api-public/gateway-events', async (req, reply) => {
      const event = signedEvent(services, req.body, req.headers['stripe-signature'])
      const tm = new Date(services.clock.now()).toISOString()
      await keepEvents(services.db, gatewayOf(services).name, [event], tm)
      app.afterwards.begin(reply, services.log, () => processEvents(services))
      return reply.send({ received: true })
    })
  })
}

function signedEvent(services: Services, body: unknown, signature: unknown): GatewayEvent {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  try {
    return gatewayOf(services).readEvent(bytes, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    if (error instanceof GatewayRefused) throw invalid({ 'stripe-signature': 'Not signed by the gateway' })
    throw error
  }
}
