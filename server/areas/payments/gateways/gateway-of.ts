import type { Services } from '#server/platform/services.ts'
import type { Gateway } from './gateway.ts'
import { openGateway } from './open.ts'

const opened = new WeakMap<object, Gateway>()
/** The gateway of these services: one as long as they live. */
export function gatewayOf({ config, database, clock }: Services): Gateway {
  const known = opened.get(database)
  if (known) return known
  const gateway = openGateway(config, database.db, clock)
  opened.set(database, gateway)
  return gateway
}
