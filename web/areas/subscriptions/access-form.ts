import type { SubscriptionsView, WantedSubscription } from '#contract/subscriptions/subscriptions.ts'

interface ExtraAccess {
  is_legacy: boolean
  has_ebay_access: boolean
}
/** The extra access that the list's form edits, by supplier. */
export type AccessForm = Record<string, ExtraAccess>
export const keyOf = (dropshipperId: number) => `s${dropshipperId}`

export const toForm = ({ subscriptions }: SubscriptionsView): AccessForm =>
  Object.fromEntries(
    subscriptions.map(({ dropshipper_id, is_legacy, has_ebay_access }) => [
      keyOf(dropshipper_id),
      { is_legacy, has_ebay_access },
    ]),
  )

/** The changed ones; subscriptions that no longer exist are skipped. */
export const toWanted = ({ subscriptions }: SubscriptionsView, values: AccessForm): WantedSubscription[] =>
  subscriptions.flatMap(({ dropshipper_id, is_legacy, has_ebay_access }) => {
    const value = values[keyOf(dropshipper_id)]
    return !value || (value.is_legacy === is_legacy && value.has_ebay_access === has_ebay_access)
      ? []
      : [{ dropshipper_id, ...value }]
  })

/** The names of the form's fields, for merging with what another person saved. */
export const labelsOf = ({ subscriptions }: SubscriptionsView): Record<string, string> =>
  Object.fromEntries(
    subscriptions.flatMap(({ dropshipper_id, dropshipper_name: name }) => [
      [`${keyOf(dropshipper_id)}.is_legacy`, `${name}: legacy`],
      [`${keyOf(dropshipper_id)}.has_ebay_access`, `${name}: eBay access`],
    ]),
  )
