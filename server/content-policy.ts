import type { Config } from './platform/config.ts'

/**
 * Where a page may load scripts from and send requests to: this service alone, and Stripe when its keys
 * are configured, since its fields run in frames of their own.
 */
export function contentPolicy({ stripe }: Pick<Config, 'stripe'>): string {
  const forStripe = (...stripes: string[]) => (stripe ? ` ${stripes.join(' ')}` : '')
  return [
    "default-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    `script-src 'self'${forStripe('https://js.stripe.com', 'https://*.js.stripe.com')}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `connect-src 'self'${forStripe('https://api.stripe.com')}`,
    ...(stripe ? ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'] : []),
    "font-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
