/** The path of this app that an address names, as a browser reads it (a tab in it is none); else none. */
export function ownPath(next: string, origin: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const to = new URL(next, origin)
  return to.origin === origin ? to.pathname + to.search + to.hash : undefined
}
