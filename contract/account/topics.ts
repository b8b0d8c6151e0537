/** The topics a customer can write about. */
export const topics = [
  'My account',
  'Billing',
  'A supplier or a product',
  'My store',
  'Something isn’t working',
  'Something else',
] as const
/** Reasons to prefer the legacy site. */
export const legacyReasons = [
  'I can’t find what I need',
  'It is slower',
  'Something is missing',
  'Something isn’t working',
  'I liked the old look better',
] as const
/** How long the thank-you for feedback about the legacy site is shown before moving on, in ms. */
export const thanksMs = 2500
