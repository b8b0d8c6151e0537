import { randomUUID } from 'node:crypto'
import type { FtpSecurity } from '#server/platform/transfers/ftp.ts'
import type { StepResult } from './steps.ts'

/** A server that takes files. */
export interface Place {
  host: string
  port: number
  path: string
  login: string
  /** None: there is none that may be sent there. */
  password: string | undefined
  /** How FTP is encrypted; undefined: it isn’t. */
  security?: FtpSecurity
  /** The key by which the store knows the server, if it does. */
  hostKey?: string | undefined
}

/** Options for reaching any place. */
export interface ReachOptions {
  milliseconds: number
  allowHosts: readonly string[]
  now: number
  /** What is said where there is no password. */
  noPassword: string
  probe: Probe
}

interface Probe {
  name: string
  text: string
  written: (where: string, removed: boolean) => StepResult
}
/** A small file that is written and removed; if it stays, a person must remove it. */
export function newProbe(): Probe {
  const name = `feedstock-test-${randomUUID().slice(0, 8)}.txt`
  return {
    name,
    text: 'Feedstock tested write access here. You can delete this file.\n',
    written: (folder, isRemoved) =>
      isRemoved
        ? { sentence: `Wrote a test file to ${folder} and removed it.` }
        : {
            sentence: `Wrote a test file to ${folder} but couldn’t remove it.`,
            mend: `Remove ${name} manually.`,
          },
  }
}
