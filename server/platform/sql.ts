/** Text for a LIKE pattern in which nothing stands for something else. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** A LIKE pattern: anything that contains the text. */
export const contains = (text: string): string => `%${literal(text)}%`
