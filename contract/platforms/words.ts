import type { PlatformRow } from './platforms.ts'

/** What kind of a platform it is, as a person says it. */
export const platformKind = ({ is_marketplace, is_mcm }: Pick<PlatformRow, 'is_marketplace' | 'is_mcm'>) =>
  is_mcm ? 'Multichannel manager' : is_marketplace ? 'Marketplace' : 'Store'

/** The plan that a vendor needs for it; none: any. */
export const platformPlan = (
  of: Pick<PlatformRow, 'requires_pro_plan' | 'requires_enterprise_plan'>,
): string => (of.requires_enterprise_plan ? 'Enterprise' : of.requires_pro_plan ? 'Pro' : 'Any')
