import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured log lines on standard output; anything that may hold a secret is removed. */
export const createLog = (level: string): Log =>
  pino({
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
  })

/** A connection string without its password. */
export const withoutPassword = (url: string) => url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@')
