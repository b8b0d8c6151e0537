import {
  chargeStates,
  chargeTypes,
  signedAmount,
  movedAmount,
  type ChargeOfVendor,
  type VendorCharge,
} from '#contract/billing/billing.ts'
import { manualChargeTypes } from '#contract/payments/manual-charge.ts'
import { disputeText } from '#contract/payments/disputes.ts'
import { byQuery, exportedList } from '#server/platform/files/exported.ts'
import { chargeCondition, selectCharges, chargesOf, toCharge } from './charges.ts'

const values = {
  tm: (c: VendorCharge) => c.tm,
  type: (c: VendorCharge) => chargeTypes[c.vendor_charge_trans_type_id - 1],
  for: (c: VendorCharge) => (c.vendor_charge_type_id ? manualChargeTypes[c.vendor_charge_type_id - 1] : null),
  status: (c: VendorCharge) => chargeStates[c.state],
  what: (c: VendorCharge) => c.charge_description,
  card: (c: VendorCharge) => c.card,
  transaction: (c: VendorCharge) => c.transaction_num,
  paper: (c: VendorCharge) => c.paper?.number,
  credit: (c: VendorCharge) => c.credit_used,
  refunded: (c: VendorCharge) => c.refunded,
  amount: signedAmount,
  went: movedAmount,
  dispute: (c: VendorCharge) => c.dispute && disputeText[c.dispute],
  reason: (c: VendorCharge) => c.card_exception,
  ghost: (c: VendorCharge) => (c.ghost ? 'Yes' : 'No'),
  reserved: (c: VendorCharge) => c.refund_reserved,
  credit_back: (c: VendorCharge) => c.credit_back,
  id: (c: VendorCharge) => c.vendor_charge_id,
}

export const billingExports = [
  exportedList<'vendor_charges', VendorCharge>({
    list: 'vendor_charges',
    ...byQuery(
      (_db, { vendor_id, ...filters }) =>
        selectCharges(chargesOf(vendor_id, filters), filters.sort, { few: true }),
      (_db, rows) => Promise.resolve(rows.map(toCharge)),
    ),
    ofVendor: (input) => input.vendor_id,
    values,
  }),
  exportedList<'charges', ChargeOfVendor>({
    list: 'charges',
    ...byQuery(
      async (db, filters) => selectCharges(await chargeCondition(db, filters), filters.sort),
      (_db, rows) => Promise.resolve(rows.map(toCharge)),
    ),
    values: { company: (c) => c.company, ...values, vendor_id: (c) => c.vendor_id },
  }),
]
