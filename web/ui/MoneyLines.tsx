import { money } from '#contract/formats.ts'

/** The lines of a bill or invoice, and their total. */
export const MoneyLines = ({
  label,
  lines,
  sum,
  total,
}: {
  label: string
  lines: readonly { text: string; amount: string }[]
  /** The total's label. */
  sum: string
  total: string
}) => (
  <table className="table lines" aria-label={label}>
    <tbody>
      {lines.map(({ text, amount }, i) => (
        // two plans or extras may have the same name
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
