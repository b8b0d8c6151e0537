import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const temporary = JSON.stringify(join(import.meta.dirname, 'temporary.ts'))

/**
 * A process that runs `script` and is told apart by its own temporary folder; `kept` ends when its keeper
 * has.
 */
async function owner(script: string) {
  const tmp = mkdtempSync(join(tmpdir(), 'owner-'))
  onTestFinished(() => rmSync(tmp, { recursive: true, force: true }))
  const process_ = spawn(
    process.execPath,
    ['--input-type=module', '-e', `import * as t from ${temporary}\n${script}`],
    {
      env: { ...process.env, TMPDIR: tmp },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  process_.stderr.on('data', (text) => (said += text))
  // the keeper holds the error stream of its owner: closed, when both have ended
  const kept = once(process_.stderr, 'close')
  const [line] = (await Promise.race([
    once(createInterface(process_.stdout), 'line'),
    kept.then(() => [said]),
  ])) as [string]
  return { process: process_, line, tmp, kept }
}

const runs = (pid: number) => {
  try {
    process.kill(pid, 0)
    // an ended process whose new parent hasn't looked yet
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('a killed test process leaves no folder, PostgreSQL server or child process', async () => {
  const {
    process: owning,
    line,
    tmp,
    kept,
  } = await owner(`
    import { spawn } from 'node:child_process'
    import { readFileSync } from 'node:fs'
    const { folder } = await t.temporaryPostgres('killed', { fast: true })
    const pid = Number(readFileSync(folder + '/postgres/cluster/postmaster.pid', 'utf8').split('\\n')[0])
    const endless = ['-e', 'setInterval(() => {}, 1000)']
    const child = spawn(process.execPath, endless, { detached: true, stdio: 'ignore' })
    console.log(JSON.stringify({ folder, pids: [pid, child.pid] }))
    setInterval(() => {}, 1000)`)
  const { folder, pids } = JSON.parse(line) as { folder: string; pids: number[] }
  expect(existsSync(folder)).toBe(true)
  expect(pids.map(runs)).toEqual([true, true])
  owning.kill('SIGKILL')
  await kept
  expect(readdirSync(tmp)).toEqual([])
  expect(pids.map(runs)).toEqual([false, false])
})

test('a test process that ends normally or with an error leaves nothing behind', async () => {
  for (const end of ['', 'process.exit(0)', 'throw new Error("broken")']) {
    const { line, tmp, kept } = await owner(`console.log(t.temporaryFolder('ended').path); ${end}`)
    expect(line).toContain('feedstock-ended-')
    await kept
    expect(readdirSync(tmp)).toEqual([])
  }
})

test('temporary files of its child processes are inside its folder and removed with it', async () => {
  const { line, tmp, kept } = await owner(`
    import { execFileSync } from 'node:child_process'
    const folder = t.temporaryFolder('children')
    const script = 'console.log(fs.mkdtempSync(os.tmpdir() + "/child-"))'
    const made = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
    console.log(made.startsWith(folder.path + '/'))
    await folder.remove()`)
  expect(line).toBe('true')
  await kept
  expect(readdirSync(tmp)).toEqual([])
})
