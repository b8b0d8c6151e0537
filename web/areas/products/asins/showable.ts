/** The browser loads pictures of this origin, and of others by TLS. */
export const isShowable = (src: string): boolean =>
  src.startsWith('/') || src.startsWith('https://') || src.startsWith(`${window.location.origin}/`)
