import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { Afterwards } from './afterwards.ts'
import type { Log } from '../log.ts'

function answering() {
  const raw = new PassThrough()
  const said: string[] = []
  const log = { error: (_what: unknown, text: string) => said.push(text) } as unknown as Log
  return { raw, reply: { raw } as unknown as FastifyReply, log, said }
}

test('begins once the answer is sent, and is waited for', async () => {
  const { raw, reply, log } = answering()
  const after = new Afterwards()
  const done: string[] = []
  after.begin(reply, log, async () => void done.push('letter'))
  expect(done).toEqual([])
  raw.resume().end()
  await after.ended()
  expect(done).toEqual(['letter'])
})

test('is done for one who hung up, too', async () => {
  const { raw, reply, log } = answering()
  const after = new Afterwards()
  const done: string[] = []
  after.begin(reply, log, async () => void done.push('letter'))
  raw.destroy()
  await after.ended()
  expect(done).toEqual(['letter'])
})

test('that fails is told to the operators, and to nobody else', async () => {
  const { raw, reply, log, said } = answering()
  const after = new Afterwards()
  after.begin(reply, log, () => Promise.reject(new Error('no mail server')))
  raw.destroy()
  await after.ended()
  expect(said).toEqual(['what followed an answer failed'])
})
