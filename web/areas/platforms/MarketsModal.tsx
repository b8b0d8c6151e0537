import { Skeleton, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { Failed } from '../../ui/page/Page.tsx'
import { many } from '../../ui/values.tsx'

const mostNames = 10

/** Asked before a market that vendors use is taken out of its platform: whose integrations use it. */
export function MarketsModal({
  platform: { platform_id, platform_name },
  markets,
  save,
  close,
}: {
  platform: PlatformView['platform']
  markets: PlatformView['market_implementations']
  save: () => void
  close: () => void
}) {
  const used = useQueries({
    queries: markets.map(({ market_id }) =>
      api.listPlatformSubscriptions.query({ params: { platform_id }, query: { page: 1, market_id } }),
    ),
  })
  return (
    <ActModal
      title={`Take ${markets.map((market) => market.market_name).join(', ')} out of ${platform_name}`}
      act="Save without it"
      danger
      close={close}
      run={() => Promise.resolve()}
      after={save}
    >
      {markets.map(({ market_id, market_name, vendors, stores, integrations }, i) => {
        const { data, error, refetch } = used[i]!
        const rows = data?.subscriptions
        return (
          <Fragment key={market_id}>
            <Text size="sm">
              {market_name} is used by {many(vendors, 'vendor')}, with {many(stores, 'store')} and{' '}
              {many(integrations, 'active integration')}:
            </Text>
            {rows ? (
              <ul className="plain-list">
                {rows.slice(0, mostNames).map((row) => (
                  <li key={row.vendor_id}>
                    <Link to={links.vendor(row.vendor_id, 'integrations')}>{row.company}</Link>
                  </li>
                ))}
                {vendors > mostNames && <li>and {many(vendors - mostNames, 'more vendor')}</li>}
              </ul>
            ) : (
              <NoRows error={error} retry={() => void refetch()} />
            )}
          </Fragment>
        )
      })}
      <Text size="sm" c="dimmed">
        Their stores and integrations stay, and go on. They belong to no platform until one takes the market,
        and are not asked for its fields.
      </Text>
    </ActModal>
  )
}

const NoRows = ({ error, retry }: { error: Error | null; retry: () => void }) =>
  error ? <Failed error={error} retry={retry} /> : <Skeleton height={60} />
