/** `vendor_charge_trans_type_id` by name. */
export const transType = { charge: 1, auth: 2, refund: 3, owedThirdParty: 4, paidThirdParty: 5 } as const
/** `vendor_charge_status_id` by name. */
export const chargeStatus = { succeeded: 1, declined: 2, failed: 3 } as const
/** `vendor_charge_type_id` of set-up fees. */
export const setUpType = 2
