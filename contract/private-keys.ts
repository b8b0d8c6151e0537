import { text } from './inputs.ts'

/** The most characters of a secret: a private key has thousands. */
const longestSecret = 10_000

/** Whether a secret contains a private key, readable or not. It is never sent as a password. */
export const isPrivateKey = (secret: string): boolean =>
  /BEGIN[\w\s]{0,40}PRIVATE\s{1,9}KEY|PuTTY-User-Key-File-/i.test(secret)

/** The sentence at the field of a key that would be sent as a password. */
export const keysNeedSftp = 'Keys work with SFTP only'

export const noMarks = 'Remove tabs and line breaks'
const isOneLine = (secret: string) => /^[^\p{Cc}]*$/u.test(secret)

/** A password in one line. */
export const password = text(longestSecret)
  .refine(isOneLine, noMarks)
  .refine((value) => !isPrivateKey(value), keysNeedSftp)
/** A password or a private key: only a key has several lines. The server also checks that the key can be read. */
export const passwordOrKey = text(longestSecret).refine(
  (value) => isPrivateKey(value) || isOneLine(value),
  noMarks,
)
