/**
 * A CSV cell that a spreadsheet reads as text: a leading = + - @ gets an apostrophe, a number doesn't. The same
 * after a semicolon, where a spreadsheet of another language begins a new cell even inside quotes.
 */
export const csvText = (text: string): string =>
  csvCell(
    (startsFormula(text) && !/^[+-][\d.,]+$/.test(text) ? `'${text}` : text).replace(
      /(;"*)(?=[=@＝＋－＠]|[+-](?![\d.,]+"*(?:;|$)))/g,
      "$1'",
    ),
  )
/** The text of such a cell. */
export const withoutGuard = (cell: string): string => cell.replace(/(^|;"*)'(?=[=+\-@\t\r＝＋－＠])/g, '$1')

/** Whether a spreadsheet would take a text for a formula. */
export const startsFormula = (text: string): boolean => /^[=+\-@\t\r＝＋－＠]/.test(text)

export const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
