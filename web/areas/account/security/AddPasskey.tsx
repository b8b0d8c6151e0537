import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { makePasskey } from '../../../ui/act/passkey.ts'

/** Lets the browser make a passkey, and keeps it by a name. */
export function AddPasskey({ close, after }: { close: () => void; after?: () => unknown }) {
  const [name, setName] = useState('')
  return (
    <ActModal
      title="Add passkey"
      act="Continue"
      missing={name.trim() ? undefined : 'Enter a name'}
      isChanged={name !== ''}
      run={async () => api.addPasskey({ body: { name, response: await makePasskey() } })}
      doneText="Passkey added"
      {...(after && { after })}
      close={close}
    >
      <Text size="sm">Use your fingerprint, face or PIN, or a security key.</Text>
      <TextInput
        label="Name"
        description="Where this passkey is, such as “Work laptop”"
        maxLength={60}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        data-autofocus
      />
    </ActModal>
  )
}
