import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Clock } from '#server/platform/services.ts'
import type { Gateway } from './gateway.ts'
import { Sandbox } from './sandbox.ts'
import { StripeGateway } from './stripe.ts'

/** This service's gateway: Stripe if its keys are configured, else the sandbox. */
export const openGateway = ({ stripe }: Pick<Config, 'stripe'>, db: Db, clock: Clock): Gateway =>
  stripe ? new StripeGateway(stripe, clock) : new Sandbox(db, clock)
