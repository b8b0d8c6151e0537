import type { MatchClass } from '#contract/products/asins/match.ts'

export const classNames: Readonly<Record<MatchClass, string>> = {
  green: 'Sure',
  amber: 'Likely',
  grey: 'Perhaps',
  none: 'Unlikely',
}
