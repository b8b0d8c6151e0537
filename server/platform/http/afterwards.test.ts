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

test('work after an answer starts once the answer is sent, and is waited for', async () => {
  const { raw, reply, log } = answering()
  const after = new Afterwards()
  const done: string[] = []
  after.begin(reply, log, async () => void done.push('letter'))
  expect(done).toEqual([])
  raw.resume().end()
  await after.ended()
  expect(done).toEqual(['letter'])
})

test('work after an answer is done even if the caller disconnected', async () => {
  const { raw, reply, log } = answering()
  const after = new Afterwards()
  const done: string[] = []
  after.begin(reply, log, async () => void done.push('letter'))
  raw.destroy()
  await after.ended()
  expect(done).toEqual(['letter'])
})

test('a failure in work after an answer is reported to the operators only', async () => {
  const { raw, reply, log, said } = answering()
  const after = new Afterwards()
  after.begin(reply, log, () => Promise.reject(new Error('no mail server')))
  raw.destroy()
  await after.ended()
  expect(said).toEqual(['work after a response failed'])
})
