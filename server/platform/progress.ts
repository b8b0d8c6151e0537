import { many } from '#contract/words.ts'
import type { Log, LogFormat } from './log.ts'

/** Reports what a start does while somebody waits for it. */
export interface Progress {
  /** Starts a step: “Creating the database”. */
  begin(step: string): void
  /** Reports how far the step is: “12 of 40 suppliers”. */
  advance(part: string): void
}

/** A line for each step, and within a step at most one every this many milliseconds. */
const quiet = 5000

/**
 * Plain lines on a terminal or in a file, log records where logs are JSON. A terminal's last line is written
 * over, so that a count doesn't fill the screen.
 */
export function createProgress(
  log: Log,
  format: LogFormat,
  out: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
): Progress {
  let step = ''
  let told = 0
  let open = false
  const print = (text: string) => {
    if (out.isTTY) out.write(`\r\u001B[K  ${text}`)
    else out.write(`  ${text}\n`)
    open = out.isTTY === true
    told = performance.now()
  }
  return {
    begin(next) {
      step = next
      if (format === 'json') return log.info(next)
      if (open) out.write('\n')
      print(`${step}…`)
    },
    advance(part) {
      if (format === 'json') return
      if (out.isTTY || performance.now() - told >= quiet) print(`${step}: ${part}`)
    },
  }
}

/** Reports nothing, for tests. */
export const noProgress: Progress = { begin: () => {}, advance: () => {} }

/** “12 of 40 suppliers”. */
export const countText = (done: number, total: number, noun: string) => `${done} of ${many(total, noun)}`
