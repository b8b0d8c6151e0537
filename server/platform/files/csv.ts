/** A CSV cell that a spreadsheet reads as text: a leading = + - @ gets an apostrophe, a number doesn't. */
export const csvText = (text: string): string =>
  csvCell(startsFormula(text) && !/^[+-][\d.,]+$/.test(text) ? `'${text}` : text)

/** Whether a spreadsheet would take a text for a formula. */
export const startsFormula = (text: string): boolean => /^[=+\-@\t\r＝＋－＠]/.test(text)

export const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
