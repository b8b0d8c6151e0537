import { splitMatches } from './match-text.ts'

/** A text with the query's words marked. */
export const Highlight = ({ text, query }: { text: string; query: string }) => (
  <span>
    {splitMatches(text, query).map((part, i) =>
      // oxlint-disable-next-line react/no-array-index-key -- a part is where it is
      part.isMatch ? <mark key={i}>{part.text}</mark> : part.text,
    )}
  </span>
)
