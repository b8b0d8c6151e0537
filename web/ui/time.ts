/** Today as time only, otherwise M/D/YY h:mm a (document 1, section 9). */
export function shortTime(iso: string, now = new Date()): string {
  const d = new Date(iso)
  const time = d.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).toLowerCase()
  return d.toDateString() === now.toDateString() ? time : `${d.getMonth() + 1}/${d.getDate()}/${String(d.getFullYear()).slice(2)} ${time}`
}

/** The moment to the second, with its zone. */
export const exactTime = (iso: string) => new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' })

/** Seconds as days, hours, minutes (document 1, section 9); seconds where it is under a minute. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts.flatMap(([n, unit]) => (n ? [`${n} ${unit}`] : [])).join(' ')
}

/** Seconds as one rough figure: 31 h, 4 min. */
export function age(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 3 * 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

export const since = (iso: string, now = Date.now()) => (now - Date.parse(iso)) / 1000
