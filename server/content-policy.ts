import type { Config } from './platform/config.ts'

/**
 * From where a page takes scripts and what it may ask: this service alone, and Stripe where its keys are
 * configured, whose fields stand in frames of its own.
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
