/** What one may write about. */
export const topics = [
  'My account',
  'Billing',
  'A supplier or a product',
  'My store',
  'Something does not work',
  'Something else',
] as const
/** Why one would rather have the legacy site. */
export const legacyReasons = [
  'I can’t find what I need',
  'It is slower',
  'Something is missing',
  'Something does not work',
  'I liked the old look better',
] as const
/** How long the thanks for feedback about the legacy site stand before one is led on, ms. */
export const thanksMs = 2500
