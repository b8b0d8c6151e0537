/** The settings that production must have, as the environment gives them. */
interface Settings {
  NODE_ENV?: string | undefined
  DATABASE_URL?: string | undefined
  APP_SECRET?: string | undefined
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  METRICS_TOKEN?: string | undefined
  DEMO?: string | undefined
}

const howToMake = 'Set it to the output of “openssl rand -base64 32”.'
/** Random text of 32 hexadecimal digits has fewer different characters once in a million. */
const fewestCharacters = 10
/** Examples from documents and templates. */
const example =
  /change.?me|secret|password|example|feedstock|placeholder|your[-_ ]|default|qwerty|abcdef|012345/i
const isRepeated = (text: string) => `${text}${text}`.indexOf(text, 1) < text.length

export const isWeakSecret = (secret: string): boolean =>
  new Set(secret).size < fewestCharacters || example.test(secret) || isRepeated(secret)

/** What keeps these settings from production: a sentence each that says what to do. */
export function unsafeSettings(e: Settings): string[] {
  const sentences: string[] = []
  if (!e.DATABASE_URL)
    sentences.push('Set DATABASE_URL: the embedded database has no password and is for development only.')
  if (!e.APP_SECRET) sentences.push(`APP_SECRET is required in production. ${howToMake}`)
  else if (isWeakSecret(e.APP_SECRET)) sentences.push(`APP_SECRET is easy to guess. ${howToMake}`)
  if (!e.PUBLIC_URL?.startsWith('https:'))
    sentences.push('Set PUBLIC_URL to the address that people open, starting with https://.')
  if (!e.SMTP_URL) sentences.push('Set SMTP_URL: without it, no email is sent.')
  if (!e.MAIL_FROM)
    sentences.push('Set MAIL_FROM to the sender of emails, such as Feedstock <feeds@example.com>.')
  if (e.METRICS_TOKEN && isWeakSecret(e.METRICS_TOKEN))
    sentences.push(`METRICS_TOKEN is easy to guess. ${howToMake}`)
  if (e.DEMO === '1') sentences.push('Remove DEMO: the demo passwords are public.')
  return sentences
}

/** Why a start counts as production although nobody said so. */
export const meansProduction = (e: Settings): string =>
  e.NODE_ENV === undefined
    ? ' DATABASE_URL without NODE_ENV means production; set NODE_ENV=development otherwise.'
    : ''
