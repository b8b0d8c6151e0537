import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import type { AccountDetails as Details } from './details-form.ts'
import { OrderAutomation } from './OrderAutomation.tsx'
import { CloseAccount } from '../requests/CloseAccount.tsx'
import { TimeZone } from './TimeZone.tsx'
import { SignInSettings } from '../security/SignInSettings.tsx'

export default function AccountDetails() {
  const { data, error, refetch } = useQuery(api.getAccountDetails.query())
  return (
    <Page title="Account Details" answer={data && `Signed in as ${data.email}.`}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <Stack gap={40} maw={760}>
          <DetailsForm latest={data as Details} />
          <TimeZone />
          <SignInSettings />
          <OrderAutomation />
          <CloseAccount />
        </Stack>
      )}
    </Page>
  )
}
