/** The most characters of a secret: a private key has thousands. */
export const longestSecret = 10_000

/** A private key in the form of OpenSSH, PEM or PuTTY. Any other secret is a password. */
export const isPrivateKey = (secret: string): boolean =>
  /^\s*(-----BEGIN [A-Z ]*PRIVATE KEY-----|PuTTY-User-Key-File-)/.test(secret)
