import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger
export type LogFormat = 'json' | 'plain'

/** Structured log lines on standard output; anything that may hold a secret is removed. */
export const createLog = (level: string, format: LogFormat = 'json'): Log =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          'password',
          'secret',
          'source_secret',
          'token',
          '*.password',
          '*.secret',
          '*.source_secret',
          '*.token',
          'headers.cookie',
          'headers.authorization',
        ],
        censor: '[removed]',
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    format === 'plain' ? plainLines : pino.destination(1),
  )

const plainLines: DestinationStream = {
  write: (record) => {
    process.stdout.write(plainLine(JSON.parse(record) as Record<string, unknown>))
  },
}

const levelNames: Record<number, string> = { 40: 'Warning', 50: 'Error', 60: 'Error' }

/** A record as a person reads it: the time, what happened, and what else is known, on one line. */
export function plainLine({ level, time, msg, err, ...rest }: Record<string, unknown>): string {
  const head = [String(time).slice(11, 19), levelNames[Number(level)] ?? 'Info'].join(' ')
  const message = typeof err === 'object' && err !== null ? (err as { message?: unknown }).message : err
  const facts = Object.entries(rest).map(([name, value]) => `${name} ${factText(value)}`)
  const text = [msg, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
  return `${head}: ${text}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}\n`
}

const factText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A connection string without its password. */
export const withoutPassword = (url: string) => url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@')
