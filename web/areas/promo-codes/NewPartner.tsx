import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

/** Adds a partner that promo codes can belong to. */
export function NewPartner({ close, onAdded }: { close: () => void; onAdded: (id: number) => void }) {
  const [name, setName] = useState('')
  return (
    <ActModal
      title="Add partner"
      act="Add partner"
      missing={name.trim() === '' ? 'Enter a name' : undefined}
      isChanged={name !== ''}
      run={() => api.addPromoCodePartner({ body: { partner_name: name } })}
      doneText={(partner) => `${partner.partner_name} added`}
      after={(partner) => onAdded(partner.promo_code_partner_id)}
      close={close}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
      />
    </ActModal>
  )
}
