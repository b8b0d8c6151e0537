/** A text as a sentence of its own; a question keeps its mark, and a quotation the period inside it. */
export const sentence = (text: string): string => (/[.?!…][”’"')]?$/.test(text) ? text : `${text}.`)
/** The same within another sentence, without its own period. */
export const clause = (text: string): string => text.replace(/\.$/, '')
