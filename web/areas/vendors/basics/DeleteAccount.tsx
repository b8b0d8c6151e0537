import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyNeeded, deletable, keptDays } from '#contract/vendors/deletion.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { shortDay } from '../../../ui/time.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago } from '../../../ui/values.tsx'
import type { Vendor } from '../page/vendor.ts'

const useIsAdmin = () => useQuery({ ...api.getAccount.query(), staleTime: Infinity }).data?.role === 'admin'

/** Deletes an account; offered to admins for Free and Canceled ones whose login doesn't say “deleted”. */
export function DeleteAccount({ vendor }: { vendor: Vendor }) {
  const admin = useIsAdmin()
  return admin && deletable.includes(vendor.vendor_status_id) ? <Offered vendor={vendor} /> : null
}

function Offered({ vendor }: { vendor: Vendor }) {
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(api.checkDeletion.query({ params: { vendor_id: vendor.vendor_id } }))
  if (!data?.offered) return null
  return (
    <Group mt="md">
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Delete account…
      </Button>
      {asking && <Confirm vendor={vendor} close={() => setAsking(false)} />}
    </Group>
  )
}

/** What is deleted and what stays; the company's name must be typed. Or why it can't be deleted. */
function Confirm({ vendor: { vendor_id, company }, close }: { vendor: Vendor; close: () => void }) {
  const [typedName, setTypedName] = useState('')
  const params = { vendor_id }
  const { data, error } = useQuery(api.checkDeletion.query({ params }))
  const obstacles = data?.reasons ?? []
  const nameFault = typedName.trim() === company.trim() ? undefined : companyNeeded
  const deletionFault = obstacles.length > 0 ? 'Can’t be deleted yet' : nameFault
  const pendingText = error ? error.message : 'Loading…'
  return (
    <ActModal
      title={`Delete ${company}?`}
      act="Delete account"
      danger
      missing={data && !error ? deletionFault : pendingText}
      isChanged={typedName !== ''}
      run={() => {
        const { contact_id = 0, email = '' } = data ?? {}
        return api.deleteAccount({
          params: { id: vendor_id, contact_id, email },
          query: { company: typedName },
        })
      }}
      doneText={`${company} deleted`}
      undo={() => api.restoreAccount({ params })}
      close={close}
    >
      {obstacles.length > 0 ? (
        obstacles.map((reason) => (
          <Text key={reason} size="sm">
            {reason}
          </Text>
        ))
      ) : (
        <>
          <Text size="sm">
            Sign-in stops now. You can restore the account for {keptDays} days. After that, contacts, logins,
            notes, stores, authorizations, settings, custom feed sources, secrets and the logo are permanently
            deleted. The name, charges and activity log stay for accounting.
          </Text>
          <TextInput
            label={`Type “${company}” to confirm`}
            data-autofocus
            autoComplete="off"
            value={typedName}
            onChange={(e) => setTypedName(e.currentTarget.value)}
          />
        </>
      )}
    </ActModal>
  )
}

/** Says that an account is deleted, by whom, and until when it can be restored. */
export function DeletedNote({ vendor: { vendor_id, company, deletion } }: { vendor: Vendor }) {
  const admin = useIsAdmin()
  const { act, busy } = useAct({
    run: () => api.restoreAccount({ params: { vendor_id } }),
    doneText: `${company} restored`,
  })
  if (!deletion) return null
  const { by: deleter, tm, erased: isErased, erased_from } = deletion
  return (
    <Group align="flex-start">
      <div className="callout tone-bad" role="status">
        <b>{isErased ? 'Account permanently deleted' : 'Account deleted'}</b>
        By {deleter}, <Ago tm={tm} />.{' '}
        {isErased
          ? 'Only its charges and activity log remain.'
          : `Read-only. It will be permanently deleted on ${shortDay(erased_from)}. Until then an admin can restore it.`}
      </div>
      {admin && !isErased && (
        <Button variant="default" loading={busy} onClick={() => act()}>
          Restore account
        </Button>
      )}
    </Group>
  )
}
