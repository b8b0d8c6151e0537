/** What an act would do, in sentences; nothing of one that can't be done. */
export const Does = ({ effects }: { effects: { does: readonly string[] } | { refused: string } }) =>
  'does' in effects && (
    <ul className="plain-list">
      {effects.does.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
