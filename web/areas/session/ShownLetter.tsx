import './letter.css'
import { useState } from 'react'

interface Letter {
  subject: string
  text: string
  html: string
}

/** An email as its reader sees it, in a frame of its own without scripts. */
export function ShownLetter({ letter, format }: { letter: Letter; format: 'html' | 'text' }) {
  const [height, setHeight] = useState(480)
  if (format === 'text') return <LetterText text={letter.text} />
  return (
    <iframe
      title={letter.subject}
      srcDoc={letter.html}
      // same origin, so that its height can be read; its links open elsewhere
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={(e) => setHeight(e.currentTarget.contentDocument?.body.scrollHeight ?? height)}
      className="letter"
      style={{ height }}
    />
  )
}

const LetterText = ({ text }: { text: string }) => (
  <pre className="letter-text">
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
