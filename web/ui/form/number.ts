const plain = /^-?(\d+\.?\d*|\.\d+)$/
const inThousands = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/

/** What is typed as a number; what is none stays the text that it is, to be refused by its name. */
export function numberOf(typed: string): number | string {
  const text = typed.trim()
  return plain.test(text) || inThousands.test(text) ? Number(text.replaceAll(',', '')) : text
}

/** A number as a field shows it; nothing else is made of what is none. */
export const typedOf = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : (value ?? '')
