// The disk that files are stored on is full: a real one of a few megabytes, mounted for this.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FeedWorld } from '../harness/feed-world.ts'
import { Installation } from '../harness/installation.ts'
import type { Kind, Round } from '../harness/tally.ts'

/** Enough for the suppliers' own files, not for an upload. */
const leftBytes = 330_000

async function fillDisk({ folder, times, tally }: Round): Promise<void> {
  const storage = join(folder, 'data', 'files')
  mkdirSync(storage, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', storage], { stdio: 'ignore' })
  } catch {
    tally.note = ' (left out: only root can mount a disk)'
    return
  }
  const at = await Installation.start(folder, { workers: 1, env: { TMPDIR: join(folder, 'tmp') } })
  try {
    const world = await FeedWorld.make(at)
    const admin = await at.signIn('support')
    const [feed] = await at.db.rows<{ feed_id: number; dropshipper_id: number }>('select * from feed')
    const upload = () =>
      admin.upload(
        `/api/suppliers/${feed!.dropshipper_id}/feed-file-upload/${feed!.feed_id}?draft=true`,
        'feedFile',
        'a.csv',
        Buffer.alloc(400_000, 'sku,price,qty\nA,1,2\n'),
      )
    for (let n = 0; n < times; n++) {
      const ballast = join(storage, 'ballast')
      const { bavail, bsize } = statfsSync(storage)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
      const wrong: string[] = []
      const refused = await upload()
      if (refused.status !== 507 || !/disk is/.test(String(refused.body?.error?.message)))
        wrong.push(`an upload was answered ${refused.status}: ${JSON.stringify(refused.body)}`)
      await world.begin()
      await world.settle()
      const runs = await at.db.rows<{ state: string; reason: string | null }>(
        'select state, reason from feed_run order by feed_run_id desc limit 2',
      )
      if (!(await fetch(`${at.address}/readyz`)).ok) wrong.push('the program is not ready')
      const full = statfsSync(storage)
      rmSync(ballast)
      const began = performance.now()
      await world.begin()
      const repeated = (await world.settle()) ? [] : ['it never ended']
      const ms = performance.now() - began
      const accepted = await upload()
      if (accepted.status !== 200) wrong.push(`an upload was answered ${accepted.status} with room again`)
      const after = await world.faults()
      const states = runs.map(({ state, reason }) => `${state}${reason ? ` (${reason})` : ''}`).join(', ')
      tally.add({
        fault: `an upload is refused with ${refused.status}, runs are ${states}, ${full.bavail} blocks left`,
        hit: refused.status === 507,
        wrong: [...wrong, ...after.wrong],
        repeated: [...repeated, ...after.repeated],
        ms,
      })
    }
    tally.leave(await at.left())
  } finally {
    await at.stop()
    execFileSync('umount', [storage])
  }
}

export const diskFault: Kind = {
  name: 'disk',
  subject: 'the disk of stored files is full, in an upload beside feed runs',
  times: 1,
  run: fillDisk,
}
