// `node tools/run.ts playwright test`: a tool of the project, leaving nothing behind.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '../server/test/temporary.ts'

const root = join(import.meta.dirname, '..')
// what a tool leaves in the temporary folder, or running, goes when this process ends
temporaryFolder('run')

/**
 * Runs a tool of the project's own node_modules with the pinned runtime; rejects where it fails. `isHeldBack`
 * shows the output when the tool ends, so that it does not mix with that of another.
 */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  { isHeldBack = false } = {},
): Promise<void> {
  const began = performance.now()
  const commandLine = [command, ...args].join(' ')
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: isHeldBack ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
        ...env,
      },
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (data: Buffer) => output.push(data))
    child.stderr?.on('data', (data: Buffer) => output.push(data))
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${commandLine} (${seconds} s)`)
      if (code === 0) resolve()
      else reject(new Error(`${commandLine} failed`))
    })
  })
}

if (import.meta.main) await run(process.argv[2]!, process.argv.slice(3)).catch(() => (process.exitCode = 1))
