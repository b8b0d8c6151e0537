// `node keeper.ts <folder>`: waits until its owner ends, then ends what runs in the folder and removes it.
// `server/test/temporary.ts` starts it.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

const folder = process.argv[2]!
const patience = 10_000
// Ctrl-C and a closed terminal are for the owner
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.resume()
process.stdin.once('error', () => void clear())
process.stdin.once('close', () => void clear())

async function clear(): Promise<void> {
  const began = Date.now()
  for (;;) {
    const late = Date.now() - began > patience
    const remaining = inside()
    for (const { pid, postgres } of remaining) end(pid, postgres && !late ? 'SIGQUIT' : 'SIGKILL')
    const isRemoved = await rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if ((remaining.length === 0 && isRemoved) || Date.now() - began > 2 * patience) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.exit()
}

/** An immediate shutdown lets PostgreSQL give back its shared memory, which a SIGKILL would not. */
function end(pid: number, signal: 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it ended by itself
  }
}

/**
 * Processes whose temporary folder is this one or inside it; without /proc, only PostgreSQL, by its pid
 * file.
 */
function inside(): { pid: number; postgres: boolean }[] {
  if (process.platform !== 'linux')
    return globSync('**/postmaster.pid', { cwd: folder })
      .map((file) => Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]))
      .filter((pid) => alive(pid))
      .map((pid) => ({ pid, postgres: true }))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        if (!environment.some((line) => line === `TMPDIR=${folder}` || line.startsWith(`TMPDIR=${folder}/`)))
          return []
        return [
          { pid: Number(pid), postgres: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' },
        ]
      } catch {
        // another user's, or ended meanwhile
        return []
      }
    })
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
