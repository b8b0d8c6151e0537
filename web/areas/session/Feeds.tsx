const [width, line, lines] = [600, 26, 17]

/**
 * A made-up day of feeds as strips: solid what was applied, hollow what is held, below the line what failed.
 */
export function Feeds() {
  const drawn = { good: '', wait: '', bad: '' }
  for (let feed = 0; feed < lines; feed++) {
    const every = 12 + ((feed * 29) % 37)
    const y = feed * line + 19
    for (let x = (feed * 13) % every, i = 0; x < width - 6; x += every, i++) {
      const late = x > width - 130
      const how = feed === 6 && late ? 'wait' : feed === 12 && late ? 'bad' : 'good'
      const height = how === 'good' ? 8 + Math.round(5 * Math.sin(feed * 2 + i / 5) + 3) : 6
      drawn[how] += `M${x},${how === 'bad' ? y + 1 : y - height}h5v${height}h-5z`
    }
  }
  const axes = Array.from({ length: lines }, (_, feed) => `M0,${feed * line + 19.5}h${width}`).join('')
  return (
    <svg className="strip" viewBox={`0 0 ${width} ${lines * line}`} aria-hidden>
      <path className="axis" d={axes} />
      <path className="good" d={drawn.good} />
      <path className="wait" d={drawn.wait} />
      <path className="bad" d={drawn.bad} />
    </svg>
  )
}
