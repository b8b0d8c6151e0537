/** An amount's whole cents, in which all sums are done (docs/domain.md, The next bill); `12.5` is 1250. */
export const toCents = (amount: string): number => Math.round(Number(amount) * 100)
/** An amount as tables and answers have it: `12.50`. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)
