import type { PlatformRow } from './platforms.ts'

/** What kind of a platform it is, as a person says it. */
export const platformKind = ({ is_marketplace, is_mcm }: Pick<PlatformRow, 'is_marketplace' | 'is_mcm'>) =>
  is_mcm ? 'Multichannel manager' : is_marketplace ? 'Marketplace' : 'Store'

/** The plan that a vendor needs for it; none: any. */
export const platformPlan = (
  of: Pick<PlatformRow, 'requires_pro_plan' | 'requires_enterprise_plan'>,
): string => (of.requires_enterprise_plan ? 'Enterprise' : of.requires_pro_plan ? 'Pro' : 'Any')

/** Flags that say the same thing otherwise: which of them counts. */
export const flagNotes = (
  of: Pick<
    PlatformRow,
    'is_mcm' | 'is_marketplace' | 'requires_pro_plan' | 'requires_enterprise_plan' | 'is_purchasable'
  >,
): string[] => [
  ...(of.is_mcm && of.is_marketplace
    ? [`A marketplace and a multichannel manager: it is listed as a ${platformKind(of).toLowerCase()}.`]
    : []),
  ...(of.requires_pro_plan && of.requires_enterprise_plan
    ? [`It requires two plans: ${platformPlan(of)} is the one that a vendor needs.`]
    : []),
  ...(!of.is_purchasable && platformPlan(of) !== 'Any'
    ? [`It can’t be purchased: that it requires the ${platformPlan(of)} plan has no effect.`]
    : []),
]
