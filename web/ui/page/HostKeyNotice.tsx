import { Alert, Button, Text } from '@mantine/core'
import type { HostKey } from '#contract/host-keys.ts'
import { Moment } from '../values.tsx'

/** SFTP servers whose key changed, with both fingerprints to compare. */
export const HostKeyNotice = ({
  keys,
  busy,
  accept,
}: {
  keys: readonly HostKey[]
  busy: boolean
  accept: (key: { host: string; port: number; key_sha256: string }) => void
}) =>
  keys.flatMap(({ host, port, key_sha256, since_tm, offered_sha256 }) =>
    offered_sha256 === null ? (
      []
    ) : (
      <Alert
        key={`${host}:${port}`}
        color="red"
        mb="sm"
        title={`The host key of ${host}:${port} changed`}
        role="status"
      >
        <Text size="sm">
          Saved <Moment tm={since_tm} />: <span className="mono">SHA256:{key_sha256}</span>
        </Text>
        <Text size="sm">
          Now: <span className="mono">SHA256:{offered_sha256}</span>
        </Text>
        <Text size="sm" my="xs">
          Ask the server’s owner for the new fingerprint and compare. Until you accept, no password is sent.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          onClick={() => accept({ host, port, key_sha256: offered_sha256 })}
        >
          Accept new key
        </Button>
      </Alert>
    ),
  )
