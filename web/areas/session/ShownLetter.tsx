import { useState } from 'react'

interface Letter {
  subject: string
  text: string
  html: string
}

/** A mail as its reader shows it: in a frame of its own in which no script runs. */
export function ShownLetter({ letter, format }: { letter: Letter; format: 'html' | 'text' }) {
  const [height, setHeight] = useState(480)
  if (format === 'text') return <LetterText text={letter.text} />
  return (
    <iframe
      title={letter.subject}
      srcDoc={letter.html}
      // of the same origin, so that its height is known; its links open elsewhere
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={(e) => setHeight(e.currentTarget.contentDocument?.body.scrollHeight ?? height)}
      style={{ display: 'block', width: '100%', maxWidth: 680, height, border: 0 }}
    />
  )
}

const LetterText = ({ text }: { text: string }) => (
  <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit' }}>
    {text.split(/(https?:\/\/\S+)/).map((part, i) =>
      part.startsWith('http') ? (
        // oxlint-disable-next-line react/no-array-index-key -- a text that stays
        <a key={i} href={part.replace(/^https?:\/\/[^/]+/, '') || '/'} className="link">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </pre>
)
