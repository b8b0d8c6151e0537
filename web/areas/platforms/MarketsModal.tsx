import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { LoadError } from '../../ui/page/Page.tsx'
import { count, many } from '../../ui/values.tsx'

const mostNames = 10

/** Confirms taking a used market out of its platform: lists the vendors who use it. */
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
  return (
    <ActModal
      title={`Remove ${markets.map((market) => market.market_name).join(', ')} from ${platform_name}?`}
      act={markets.length === 1 ? 'Remove market' : 'Remove markets'}
      danger
      close={close}
      run={() => Promise.resolve()}
      after={save}
    >
      {markets.map((market) => (
        <MarketUse key={market.market_id} platformId={platform_id} market={market} />
      ))}
      <Text size="sm" c="dimmed">
        Stores and integrations stay and keep syncing. They have no platform fields until a platform adds the
        market.
      </Text>
    </ActModal>
  )
}

function MarketUse({
  platformId,
  market: { market_id, market_name, vendors, stores, integrations },
}: {
  platformId: number
  market: PlatformView['market_implementations'][number]
}) {
  const { data, error, refetch } = useQuery(
    api.listPlatformSubscriptions.query({
      params: { platform_id: platformId },
      query: { page: 1, market_id },
    }),
  )
  const rows = data?.subscriptions
  return (
    <>
      <Text size="sm">
        Vendors using {market_name} ({many(stores, 'store')}, {many(integrations, 'active integration')}):
      </Text>
      {error && !rows && <LoadError error={error} retry={() => void refetch()} />}
      {!error && !rows && <Skeleton height={60} />}
      {rows && (
        <ul className="plain-list">
          {rows.slice(0, mostNames).map((row) => (
            <li key={row.vendor_id}>
              <Link to={links.vendor(row.vendor_id, 'integrations')}>{row.company}</Link>
            </li>
          ))}
          {vendors > mostNames && <li>and {count(vendors - mostNames)} more</li>}
        </ul>
      )}
    </>
  )
}
