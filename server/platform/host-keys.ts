import { createHash } from 'node:crypto'
import { conflict, notFound } from './http/errors.ts'
import { sql, type Db, type Tx } from './database/db.ts'

/** What knows servers by their keys. */
type Owner = { feed_id: number } | { vendor_store_id: number }
export interface Server {
  host: string
  port: number
}
/** The keys of SFTP servers that one feed or store has seen. */
export interface HostKeys {
  /** The key that is trusted; undefined: the server is new. */
  known(server: Server): Promise<string | undefined>
  /** Keeps the key of a new server, or notes that a known one showed another key. */
  saw(server: Server, key: string): Promise<void>
}

const ofOwner = (owner: Owner) =>
  'feed_id' in owner ? sql`feed_id = ${owner.feed_id}` : sql`vendor_store_id = ${owner.vendor_store_id}`
const nameOf = ({ host }: Server) => host.toLowerCase()

export const hostKeysOf = (db: Db, owner: Owner): HostKeys => ({
  async known(server) {
    const { rows } = await sql<{ key_sha256: string }>`
      select key_sha256
      from sftp_host_key
      where ${ofOwner(owner)} and host = ${nameOf(server)} and port = ${server.port}`.execute(db)
    return rows[0]?.key_sha256
  },
  async saw(server, key) {
    const [column, id] =
      'feed_id' in owner
        ? (['feed_id', owner.feed_id] as const)
        : (['vendor_store_id', owner.vendor_store_id] as const)
    await sql`
      insert into sftp_host_key as k (${sql.ref(column)}, host, port, key_sha256)
      values (${id}, ${nameOf(server)}, ${server.port}, ${key})
      on conflict (${sql.ref(column)}, host, port) do update
      set offered_sha256 = nullif(excluded.key_sha256, k.key_sha256),
        offered_tm = case when excluded.key_sha256 <> k.key_sha256 then now() end
      where k.offered_sha256 is distinct from nullif(excluded.key_sha256, k.key_sha256)`.execute(db)
  },
})

/** Checks a server's key before any password is sent. */
export class HostKeyCheck {
  readonly #expected: string | undefined
  /** The key that the server showed. */
  shown: string | undefined

  /** @param expected undefined: any key is taken */
  constructor(expected: string | undefined) {
    this.#expected = expected && bare(expected)
  }

  readonly verify = (key: Buffer): boolean => {
    this.shown = bare(createHash('sha256').update(key).digest('base64'))
    return !this.isOther
  }

  get isOther(): boolean {
    return this.shown !== undefined && this.#expected !== undefined && this.shown !== this.#expected
  }

  /** Why the server was refused. */
  get refusal(): string {
    return `${changedKey}: it is now SHA256:${this.shown}, and SHA256:${this.#expected} is saved. No password was sent`
  }
}
const bare = (key: string) => key.replace(/^SHA256:|=+$/g, '')
/** How the reason begins. */
export const changedKey = 'The server’s host key changed'

export interface KnownHostKey extends Server {
  key_sha256: string
  since_tm: string
  offered_sha256: string | null
  offered_tm: string | null
}
/** The servers that a feed or store knows, those with a changed key first. */
export async function listHostKeys(db: Db, owner: Owner): Promise<KnownHostKey[]> {
  const { rows } = await sql<KnownHostKey>`
    select host, port, key_sha256, since_tm, offered_sha256, offered_tm
    from sftp_host_key
    where ${ofOwner(owner)}
    order by offered_tm desc nulls last, sftp_host_key_id desc
    limit 20`.execute(db)
  return rows
}

/** Trusts the key that the server showed last, if it is the one that the person saw. Returns the key before. */
export async function acceptHostKey(
  tx: Tx,
  owner: Owner,
  { host, port, key_sha256 }: Server & { key_sha256: string },
): Promise<string> {
  const { rows } = await sql<{ key_sha256: string; offered_sha256: string | null }>`
    select key_sha256, offered_sha256
    from sftp_host_key
    where ${ofOwner(owner)} and host = ${host} and port = ${port}
    for update`.execute(tx)
  const [known] = rows
  if (!known) throw notFound('host key')
  if (known.offered_sha256 !== key_sha256)
    throw conflict('The server shows another key now. Reload and compare')
  await sql`
    update sftp_host_key
    set key_sha256 = offered_sha256, since_tm = now(), offered_sha256 = null, offered_tm = null
    where ${ofOwner(owner)} and host = ${host} and port = ${port}`.execute(tx)
  return known.key_sha256
}
