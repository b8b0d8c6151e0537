/** The path of this app in an address, as a browser reads it (tabs are ignored); undefined: it is elsewhere. */
export function ownPath(next: string, origin: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const to = new URL(next, origin)
  // dots that lead to a second slash would make it another host's address
  const isOwn = to.origin === origin && !to.pathname.startsWith('//')
  return isOwn ? to.pathname + to.search + to.hash : undefined
}
