/** `INV-000123`, as a person calls a paper. */
export const numberOf = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(6, '0')}`
