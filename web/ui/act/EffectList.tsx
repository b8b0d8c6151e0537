/** What an act would do, in sentences; nothing if it is refused. */
export const EffectList = ({ effects }: { effects: { does: readonly string[] } | { refused: string } }) =>
  'does' in effects && (
    <ul className="plain-list">
      {effects.does.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
