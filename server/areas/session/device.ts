const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|\bCriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const
const first = (patterns: readonly (readonly [string, RegExp])[], agent: string) =>
  patterns.find(([, mark]) => mark.test(agent))?.[0]

/** `Firefox on Windows`, from the browser's user agent. */
export function deviceOf(agent: string): string {
  const [browser, system] = [first(browsers, agent), first(systems, agent)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}
