import type { FeedMapping, ProductField } from '#contract/feeds/settings.ts'

type Entry = FeedMapping[number]

/**
 * A newly mapped field. A column that the suggestion uses keeps the transforms of its values, but the default value
 * of another field isn't one for this field.
 */
export const newEntry = (field: ProductField, from: string, suggestion: readonly Entry[]): Entry => ({
  field,
  from,
  transforms:
    from === ''
      ? []
      : (suggestion.find((entry) => entry.from === from)?.transforms ?? []).filter(
          ({ kind }) => kind !== 'default',
        ),
})
