import { money } from '#contract/formats.ts'

/** What a bill or a paper is made of, line by line, and what that comes to. */
export const MoneyLines = ({
  label,
  lines,
  sum,
  total,
}: {
  label: string
  lines: readonly { text: string; amount: string }[]
  /** What the total is called. */
  sum: string
  total: string
}) => (
  <table className="table lines" aria-label={label}>
    <tbody>
      {lines.map(({ text, amount }, i) => (
        // two plans or extras may be called alike
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={i}>
          <td>{text}</td>
          <td className="num">{money(amount)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>{sum}</td>
        <td className="num">{money(total)}</td>
      </tr>
    </tfoot>
  </table>
)
