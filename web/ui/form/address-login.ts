export interface SplitAddress {
  address: string
  user: string
  password: string
}

/** An address such as `https://user:password@host/` without its login, and the login; undefined if it has none. */
export function splitLogin(text: string): SplitAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const { username, password } = url
  if (!username && !password) return undefined
  url.username = ''
  url.password = ''
  return { address: url.href, user: decoded(username), password: decoded(password) }
}

/** A percent sign may be meant as one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
