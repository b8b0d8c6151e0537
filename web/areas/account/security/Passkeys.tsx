import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastStepNeeded } from '#contract/session/identity.ts'
import { mostPasskeys, type Passkey } from '#contract/session/passkeys.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { supportsPasskeys } from '../../../ui/act/passkey.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { Ago } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { isLastStep } from './last-step.ts'

/** The devices that sign this person in without a password. */
export function Passkeys() {
  const { data, error, refetch } = useQuery(api.listPasskeys.query())
  const { data: factor } = useQuery(api.getSecondFactor.query())
  const [adding, setAdding] = useState(false)
  const whyNot = () => {
    if (readOnly) return readOnly
    if (!supportsPasskeys()) return 'This browser has no passkeys'
    return data && data.length >= mostPasskeys ? `You can have up to ${mostPasskeys} passkeys` : undefined
  }
  return (
    <Panel
      title="Passkeys"
      actions={
        <Button
          variant="default"
          disabled={whyNot() !== undefined}
          title={whyNot()}
          onClick={() => setAdding(true)}
        >
          Add passkey…
        </Button>
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && (
        <p className="quiet">
          No passkeys yet. A passkey signs you in with your fingerprint, face or PIN instead of a password and
          code.
        </p>
      )}
      <ul className="sessions">
        {data?.map((passkey) => (
          <Row key={passkey.passkey_id} passkey={passkey} last={isLastStep(factor, data)} />
        ))}
      </ul>
      {adding && <AddPasskey close={() => setAdding(false)} />}
    </Panel>
  )
}

function Row({
  passkey: { passkey_id, name, insert_tm, used_tm },
  last: isLast,
}: {
  passkey: Passkey
  /** The role requires two-step sign-in, and nothing else is left for it. */
  last: boolean
}) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <li>
      <div>
        <b className="name">{name}</b>
        <div className="quiet">
          Added <Ago tm={insert_tm} />
          {used_tm ? (
            <>
              , last used <Ago tm={used_tm} />
            </>
          ) : (
            ', not used yet'
          )}
        </div>
      </div>
      {!readOnly && (
        <Button.Group>
          <Button variant="default" aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
            Rename…
          </Button>
          <Button
            variant="default"
            disabled={isLast}
            title={isLast ? lastStepNeeded : undefined}
            aria-label={`Remove ${name}`}
            onClick={() => setOpen('remove')}
          >
            Remove…
          </Button>
        </Button.Group>
      )}
      {open === 'rename' && <Rename id={passkey_id} name={name} close={close} />}
      {open === 'remove' && (
        <ActModal
          title={`Remove ${name}?`}
          act="Remove passkey"
          danger
          run={() => api.removePasskey({ params: { id: passkey_id } })}
          doneText="Passkey removed"
          close={close}
        >
          This passkey no longer signs you in, and you’re signed out everywhere else. Your password still
          works.
        </ActModal>
      )}
    </li>
  )
}

function Rename({ id, name: before, close }: { id: number; name: string; close: () => void }) {
  const [name, setName] = useState(before)
  return (
    <ActModal
      title="Rename passkey"
      act="Rename"
      missing={name.trim() ? undefined : 'Enter a name'}
      isChanged={name !== before}
      run={() => api.renamePasskey({ params: { id }, body: { name } })}
      doneText="Passkey renamed"
      close={close}
    >
      <TextInput
        label="Name"
        maxLength={60}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        data-autofocus
      />
    </ActModal>
  )
}
