/** Whole cents; all sums use them (docs/domain/bills.md, Next bill). */
export type Cents = number
/** An amount in whole cents; `12.5` is 1250. */
export const toCents = (amount: string): Cents => Math.round(Number(amount) * 100)
/** An amount as in tables and answers: `12.50`. */
export const fromCents = (cents: Cents): string => (cents / 100).toFixed(2)
