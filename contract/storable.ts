/** Whether PostgreSQL can hold a text: it holds no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text with a replacement character for what PostgreSQL can't hold. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\ufffd').toWellFormed()

/** JSON for a jsonb column, whatever its texts and names hold. */
export const storableJson = (value: unknown): string =>
  // only what PostgreSQL can't hold is written as such an escape; an escaped backslash may stand before the same letters
  JSON.stringify(value).replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|[^])/g, (escape) =>
    /^\\u(?:0000|d)/.test(escape) ? '\ufffd' : escape,
  )
