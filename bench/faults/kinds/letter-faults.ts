// Emails while the mail server is down, refuses, breaks off or hangs, and the worker that sends them is killed.
import { freePort } from '#server/test/servers/free-port.ts'
import { Installation } from '../harness/installation.ts'
import { MailServer, type LetterFault } from '../harness/mail-server.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { untilTrue } from '../harness/wait.ts'

const letterFaults: readonly (LetterFault | 'server down')[] = [
  'server down',
  '450 at its recipient',
  '451 at its end',
  '550 at its recipient',
  '554 at its end',
  'broken off',
  'broken off once accepted',
  'unanswered',
  'unanswered once accepted',
  'server down',
]

async function spoilLetters({ folder, times, tally }: Round): Promise<void> {
  const server = new MailServer()
  const port = await freePort()
  const at = await Installation.start(folder, {
    workers: 1,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Feeds <feeds@example.com>' },
  })
  const [worker] = at.workers
  let kills = 0
  let restarted = Promise.resolve()
  server.onHang = () => {
    worker!.signal('SIGKILL')
    kills++
    restarted = restarted.then(() => worker!.restart())
  }
  const admin = await at.signIn('admin')
  const began = performance.now()
  const letters = Array.from({ length: times }, (_, n) => {
    const fault = letterFaults[n % letterFaults.length]!
    return { to: `letter${n + 1}@example.com`, fault, ms: undefined as number | undefined }
  })
  for (const { to, fault } of letters) {
    if (fault !== 'server down') server.faults.set(to, fault)
    const { status, body } = await admin.post('/api/staff/invitations', { email: to, role: 'support' })
    if (status !== 200) throw new Error(`No invitation: ${JSON.stringify(body)}`)
  }
  // some were tried while nobody listened
  const tried = 'from mail where tries > 0 and sent_tm is null'
  await untilTrue(async () => (await at.db.count(tried)) > 1, { withinMs: 60_000 })
  await server.listen(port)
  await untilTrue(
    async () => {
      const sent = await at.db.rows<{ recipient: string }>(
        'select recipient from mail where sent_tm is not null',
      )
      const recipients = new Set(sent.map(({ recipient }) => recipient))
      for (const letter of letters) if (recipients.has(letter.to)) letter.ms ??= performance.now() - began
      return letters.every(({ ms }) => ms !== undefined)
    },
    { withinMs: 420_000, everyMs: 500 },
  )
  await restarted
  let twice = 0
  for (const { to, fault, ms } of letters) {
    const copies = server.got.filter((recipient) => recipient === to).length
    const repeated: string[] = []
    if (ms === undefined) repeated.push(`the letter to ${to} still waits`)
    if (copies === 0) repeated.push(`the letter to ${to} is lost`)
    // nobody can know that a server has what it never acknowledged
    const most = fault.endsWith('accepted') ? 2 : 1
    if (copies > most) repeated.push(`${to} got ${copies} letters`)
    if (copies === 2) twice++
    const isHit = fault === 'server down' || !server.faults.has(to)
    tally.add({ fault: `${fault}, came ${copies} times`, hit: isHit, repeated, ms })
  }
  tally.note = `; the worker was killed ${kills} times; ${twice} came twice, each accepted but not acknowledged`
  tally.leave(await at.left())
  await at.stop()
  await server.close()
}

export const letterFaultsKind: Kind = {
  name: 'letters',
  subject: 'letters to a mail server that is down, refuses, breaks off, hangs',
  times: 20,
  run: spoilLetters,
}
