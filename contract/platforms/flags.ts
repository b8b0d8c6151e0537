/** The flags of a platform, by the names people use. */
export const platformFlags = {
  is_purchasable: 'Can be purchased',
  supports_order_automation: 'Order automation',
  requires_pro_plan: 'Requires the Pro plan',
  requires_enterprise_plan: 'Requires the Enterprise plan',
  is_marketplace: 'Marketplace',
  is_mcm: 'Multichannel manager',
  hide_confirm_integration_type: 'Hide the integration type question',
} as const
export type PlatformFlag = keyof typeof platformFlags
