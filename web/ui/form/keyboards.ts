/** The kind of an input by what its field is called: by it a phone shows the keys that are needed. */
export const inputType = (field: string): 'email' | 'tel' | undefined =>
  field === 'email' ? 'email' : field.endsWith('phone') ? 'tel' : undefined
