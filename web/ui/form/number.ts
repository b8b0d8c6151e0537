const plain = /^-?(\d+\.?\d*|\.\d+)$/
const inThousands = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/** The typed text as a number; if it isn't one, the text itself, so that the check can report it. */
export function numberOf(input: string): number | string {
  const text = input.trim()
  return plain.test(text) || inThousands.test(text) ? Number(text.replaceAll(',', '')) : text
}

/** A number as a field shows it; other text is unchanged. */
export const typedOf = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : (value ?? '')
