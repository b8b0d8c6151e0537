/** A paper's number as people read it, such as `INV-000123`. */
export const numberOf = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(6, '0')}`
