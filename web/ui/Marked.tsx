import { markedParts } from './matched.ts'

/** A text with what was asked for marked. */
export const Marked = ({ text, asked }: { text: string; asked: string }) => (
  <span>
    {markedParts(text, asked).map((part, i) =>
      // oxlint-disable-next-line react/no-array-index-key -- a part is where it is
      part.found ? <mark key={i}>{part.text}</mark> : part.text,
    )}
  </span>
)
