/** The type of an input by its field's name: phones show the keys for it. */
export function inputType(field: string): 'email' | 'tel' | undefined {
  if (field === 'email') return 'email'
  return field.endsWith('phone') ? 'tel' : undefined
}
