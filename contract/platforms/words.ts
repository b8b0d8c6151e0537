import type { PlatformRow } from './platforms.ts'

/** The kind of a platform, in words. */
export const platformKind = ({ is_marketplace, is_mcm }: Pick<PlatformRow, 'is_marketplace' | 'is_mcm'>) =>
  (is_mcm && 'Multichannel manager') || (is_marketplace && 'Marketplace') || 'Store'

/** The plan that a vendor needs for it; `Any` if it needs none. */
export const platformPlan = (
  platform: Pick<PlatformRow, 'requires_pro_plan' | 'requires_enterprise_plan'>,
): string =>
  (platform.requires_enterprise_plan && 'Enterprise') || (platform.requires_pro_plan && 'Pro') || 'Any'

/** Flags that overlap, and which of them counts. */
export const flagNotes = (
  platform: Pick<
    PlatformRow,
    'is_mcm' | 'is_marketplace' | 'requires_pro_plan' | 'requires_enterprise_plan' | 'is_purchasable'
  >,
): string[] => [
  ...(platform.is_mcm && platform.is_marketplace
    ? [`With both types on, the platform is listed as a ${platformKind(platform).toLowerCase()}.`]
    : []),
  ...(platform.requires_pro_plan && platform.requires_enterprise_plan
    ? [`With both plans on, vendors need ${platformPlan(platform)}.`]
    : []),
  ...(!platform.is_purchasable && platformPlan(platform) !== 'Any'
    ? [`“Requires the ${platformPlan(platform)} plan” has no effect because the platform can’t be purchased.`]
    : []),
]
