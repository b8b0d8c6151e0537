import type { Result } from '#contract/index.ts'

type Clock = Result<'getHealth'>['clocks_off'][number]

export const clocksTitle = (count: number) =>
  count === 1 ? 'A server’s clock is wrong' : `The clocks of ${count} servers are wrong`

/** “web-1 is 31 seconds fast”, in the largest unit that fits. */
export function clockText({ server, ahead_seconds: ahead }: Clock): string {
  const seconds = Math.abs(ahead)
  const [size, unit] = units.find(([least]) => seconds >= 2 * least) ?? [1, 'seconds']
  return `${server} is ${Math.round(seconds / size)} ${unit} ${ahead > 0 ? 'fast' : 'slow'}`
}
const units = [
  [86_400, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
] as const
