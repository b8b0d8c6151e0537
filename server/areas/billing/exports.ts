import { chargeStates, chargeTypes, type VendorCharge } from '#contract/billing/billing.ts'
import { manualChargeTypes } from '#contract/payments/manual-charge.ts'
import { disputeText } from '#contract/payments/disputes.ts'
import { byQuery, exported } from '#server/platform/exported.ts'
import { chargesFound, toCharge } from './charges.ts'

export const billingExports = [
  exported<'vendor_charges', VendorCharge>({
    list: 'vendor_charges',
    ...byQuery(
      (_db, { vendor_id, ...asked }) => chargesFound(vendor_id, asked),
      (_db, rows) => Promise.resolve(rows.map(toCharge)),
    ),
    ofVendor: (input) => input.vendor_id,
    values: {
      tm: (c) => c.tm,
      type: (c) => chargeTypes[c.vendor_charge_trans_type_id - 1],
      for: (c) => (c.vendor_charge_type_id ? manualChargeTypes[c.vendor_charge_type_id - 1] : null),
      status: (c) => chargeStates[c.state],
      what: (c) => c.charge_description,
      card: (c) => c.card,
      transaction: (c) => c.transaction_num,
      paper: (c) => c.paper?.number,
      credit: (c) => c.credit_used,
      refunded: (c) => c.refunded,
      amount: (c) => c.amount,
      dispute: (c) => c.dispute && disputeText[c.dispute],
      reason: (c) => c.card_exception,
      ghost: (c) => (c.ghost ? 'Yes' : 'No'),
      reserved: (c) => c.refund_reserved,
      credit_back: (c) => c.credit_back,
      id: (c) => c.vendor_charge_id,
    },
  }),
]
