import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'

const main = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts')

interface Start {
  /** Nothing for the whole program. */
  role?: 'web' | 'worker'
  env: Record<string, string>
  cwd: string
  logFile: string
  /** Loaded before the program. */
  preload?: string
}

/** A process of the program, `server/main.ts`, which may be killed and started again. */
export class Program {
  readonly #start: Start
  #child: ChildProcess

  constructor(start: Start) {
    this.#start = start
    this.#child = this.#spawn()
  }
  get pid(): number {
    return this.#child.pid ?? 0
  }
  get runs(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }
  /** Ends it by a signal, and waits until it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.runs) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }
  async restart(): Promise<void> {
    await this.end('SIGKILL')
    this.#child = this.#spawn()
  }

  #spawn(): ChildProcess {
    const { role, env, cwd, logFile, preload } = this.#start
    mkdirSync(dirname(logFile), { recursive: true })
    const log = openSync(logFile, 'a')
    const child = spawn(
      process.execPath,
      [...(preload === undefined ? [] : ['--import', preload]), main, ...(role === undefined ? [] : [role])],
      { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] },
    )
    closeSync(log)
    return child
  }
}
