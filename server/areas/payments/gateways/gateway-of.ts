import type { Services } from '#server/platform/services.ts'
import type { Gateway } from './gateway.ts'
import { openGateway } from './open.ts'

const gateways = new WeakMap<object, Gateway>()
/** The gateway of these services; one for their lifetime. */
export function gatewayOf({ config, database, clock }: Services): Gateway {
  const existing = gateways.get(database)
  if (existing) return existing
  const gateway = openGateway(config, database.db, clock)
  gateways.set(database, gateway)
  return gateway
}
