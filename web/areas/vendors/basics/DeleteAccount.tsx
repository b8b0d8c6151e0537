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

/** Deletes an account; offered to admins for Free and Canceled ones. */
export function DeleteAccount({ vendor }: { vendor: Vendor }) {
  const [asking, setAsking] = useState(false)
  const admin = useIsAdmin()
  if (!admin || !deletable.includes(vendor.vendor_status_id)) return null
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
  const deletionFault = obstacles.length > 0 ? 'It can’t be deleted now' : nameFault
  const pendingText = error ? error.message : 'Looking whether it may be deleted'
  return (
    <ActModal
      title={`Delete the account of ${company}`}
      act="Delete the account"
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
      doneText={`The account of ${company} is deleted`}
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
            Nobody of it can sign in from now on. For {keptDays} days it can be brought back; then its
            contacts, logins, notes, stores, what it authorized and filled in, the sources of its custom feeds
            with all secrets, and its logo are erased for good. Its name, charges and the log, which may name
            people, stay for the books.
          </Text>
          <TextInput
            label="Company"
            description={`Type ${company}`}
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
    doneText: `The account of ${company} is back`,
  })
  if (!deletion) return null
  const { by: deleter, tm, erased: isErased, erased_from } = deletion
  return (
    <Group align="flex-start">
      <div className="callout tone-bad" role="status">
        <b>{isErased ? 'This account is erased' : 'This account is deleted'}</b>
        {deleter}, <Ago tm={tm} />.{' '}
        {isErased
          ? 'What is left are its charges and its log, for the books.'
          : 'Nothing of it can be changed. ' +
            `It is erased for good from ${shortDay(erased_from)} on; until then an admin can bring it back.`}
      </div>
      {admin && !isErased && (
        <Button variant="default" loading={busy} onClick={() => act()}>
          Bring it back
        </Button>
      )}
    </Group>
  )
}
