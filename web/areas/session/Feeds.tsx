const [width, line, lines] = [600, 26, 17]
/** The feeds whose last files are held or failed. */
const lateTones: Readonly<Record<number, 'wait' | 'bad'>> = { 6: 'wait', 12: 'bad' }

/**
 * An invented day of feeds as strips: solid for applied, hollow for held, below the line for failed.
 */
export function Feeds() {
  const paths = { good: '', wait: '', bad: '' }
  for (let feed = 0; feed < lines; feed++) {
    const spacing = 12 + ((feed * 29) % 37)
    const y = feed * line + 19
    for (let x = (feed * 13) % spacing, i = 0; x < width - 6; x += spacing, i++) {
      const late = x > width - 130
      const tone = late ? (lateTones[feed] ?? 'good') : 'good'
      const height = tone === 'good' ? 8 + Math.round(5 * Math.sin(feed * 2 + i / 5) + 3) : 6
      paths[tone] += `M${x},${tone === 'bad' ? y + 1 : y - height}h5v${height}h-5z`
    }
  }
  const axes = Array.from({ length: lines }, (_, feed) => `M0,${feed * line + 19.5}h${width}`).join('')
  return (
    <svg className="strip" viewBox={`0 0 ${width} ${lines * line}`} aria-hidden>
      <path className="axis" d={axes} />
      <path className="good" d={paths.good} />
      <path className="wait" d={paths.wait} />
      <path className="bad" d={paths.bad} />
    </svg>
  )
}
