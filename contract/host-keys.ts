import { z } from 'zod'
import { count, line } from './inputs.ts'
import { moment } from './values.ts'

/** An SFTP server's key, as a feed or store knows it (docs/domain/feed-sources.md, Host keys). */
export const hostKey = z.object({
  host: z.string(),
  port: z.number(),
  key_sha256: z.string().describe('fingerprint, kept at first use'),
  since_tm: moment,
  offered_sha256: z.string().nullable().describe('another key that the server showed and that is refused'),
  offered_tm: moment.nullable(),
})
export type HostKey = z.output<typeof hostKey>
/** The changed key that a person compared and accepts. */
export const acceptedKey = z.object({
  host: line(253, 'Enter the host'),
  port: count(1, 65_535),
  key_sha256: line(100, 'Enter the fingerprint'),
})
