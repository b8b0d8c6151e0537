import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testsAnHour } from '#contract/stores/connection-test.ts'
import { sql } from '#server/platform/database/db.ts'
import { startFtp } from '#server/test/servers/ftp.ts'
import { harness } from '#server/test/harness.ts'
import { ftpStore, plainStore, storeForms, type RequestFields } from '#server/test/stores/store-forms.ts'

const h = harness()
const forms = storeForms(h)
const { made, rowOf, activity } = forms

describe('a test of a store’s connection', () => {
  const root = mkdtempSync(join(tmpdir(), 'feedstock-store-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const states = (body: { checks: { name: string; state: string }[] }) =>
    Object.fromEntries(body.checks.map((check) => [check.name, check.state]))
  const tryIt = (store: RequestFields, more: RequestFields = {}) =>
    forms.c.post(`/api/vendor/${forms.vid}/store/test`, { store, ...more })

  test('for a folder writes a file there and removes it', async () => {
    const folder = `tried-${forms.vid}`
    const { body } = await tryIt({ ...plainStore, protocol: 'storage', storage_folder: folder })
    expect(states(body)).toEqual({ write: 'ok' })
    expect(readdirSync(join(h.dir, 'files', 'stores', folder))).toEqual([])
    expect((await activity())[0]).toMatchObject({
      type: 'store.test',
      message: `Connection of ${plainStore.vendor_store_name} tested: all checks passed`,
    })
  })
  test('without a file or an address is refused', async () => {
    expect((await tryIt(plainStore)).body.error.fields).toEqual({ 'store.store_url': expect.any(String) })
  })
  test('is limited to a number of times an hour', async () => {
    const { login_id } = await h.services.db
      .selectFrom('login')
      .select('login_id')
      .where('role', '=', 'support')
      .orderBy('login_id')
      .executeTakeFirstOrThrow()
    const of = { ...plainStore, protocol: 'storage', storage_folder: `often-${forms.vid}` }
    await tryIt(of)
    await sql`
      update rate_limit set hits = ${testsAnHour} where bucket = ${`store test by ${login_id}`}`.execute(
      h.services.db,
    )
    const { status, body } = await tryIt(of)
    expect([status, body.error.code]).toEqual([429, 'too_many'])
    await sql`delete from rate_limit where bucket = ${`store test by ${login_id}`}`.execute(h.services.db)
    expect((await tryIt(of)).status).toBe(200)
  })
  test('refuses a private address and stops there', async () => {
    const { body } = await tryIt({ ...ftpStore, store_ftp_server: '10.1.2.3', store_ftp_password: 'x' })
    expect(states(body)).toEqual({
      name: 'failed',
      port: 'not_reached',
      credentials: 'not_reached',
      path: 'not_reached',
      write: 'not_reached',
    })
    expect(body.checks[0].sentence).toContain('private network')
  })
  test('never sends a saved password to another place', async () => {
    const server = await startFtp(root, 'ann', 'kept-pass')
    try {
      const of = {
        ...ftpStore,
        store_ftp_server: '127.0.0.1',
        store_ftp_port: server.port,
        store_ftp_path: '/',
      }
      const { vendor_store_id } = await made({
        ...of,
        store_ftp_server: 'ftp.example',
        store_ftp_password: 'kept-pass',
      })
      const moved = await tryIt(of, { vendor_store_id })
      expect(states(moved.body)).toMatchObject({ port: 'ok', credentials: 'failed', path: 'not_reached' })
      expect(moved.body.checks[2].sentence).toBe(
        'FTP password is deleted because the host changes. Enter it again.',
      )
      const own = await made({ ...of, vendor_store_name: 'Own', store_ftp_password: 'kept-pass' })
      const kept = await tryIt({ ...of, vendor_store_name: 'Own' }, { vendor_store_id: own.vendor_store_id })
      expect(Object.values(states(kept.body))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
      expect(JSON.stringify([kept.body, moved.body, await activity()])).not.toContain('kept-pass')
    } finally {
      await server.close()
    }
  })
  test('leaves the saved store unchanged', async () => {
    const { vendor_store_id } = await made({ ...ftpStore, store_ftp_password: 'kept' })
    const before = await rowOf(vendor_store_id)
    await tryIt({ ...ftpStore, store_ftp_server: '10.1.2.3', store_ftp_password: 'new' }, { vendor_store_id })
    expect(await rowOf(vendor_store_id)).toEqual(before)
  })
})
