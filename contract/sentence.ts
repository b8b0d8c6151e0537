/** A text as a sentence of its own: what ends with a question keeps its mark. */
export const sentence = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`)
/** The same within another sentence: a full stop of its own goes. */
export const clause = (text: string): string => text.replace(/\.$/, '')
