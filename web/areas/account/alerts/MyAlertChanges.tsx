import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeKinds, type SupplierChanges } from '#contract/account/product-alerts.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { count, Moment } from '../../../ui/values.tsx'
import { priceOf } from './alert-price.ts'

const titles = { added: 'New', gone: 'Removed', price: 'Price changes', back: 'Back in stock' } as const
type Example = SupplierChanges['examples'][number]

/** What the last email of an alert was about, and what has changed since. */
export function MyAlertChanges({ id, close }: { id: number; close: () => void }) {
  const { data, error, refetch } = useQuery(api.getProductAlert.query({ params: { id } }))
  return (
    <Modal
      opened
      onClose={close}
      title={data ? `Changes at ${data.dropshipper_name}` : 'Changes'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && (
        <Stack gap="md">
          <Text>
            Since <Moment tm={data.since_tm} />
            {data.told_tm ? ', including your last email.' : ', when you added this alert.'}
            {data.changes.taken_back && ' Some changes in an earlier email were reversed.'}
          </Text>
          {Object.values(data.changes.counts).every((n) => n === 0) && <Text>No changes.</Text>}
          {changeKinds
            .filter((kind) => data.changes.counts[kind] > 0)
            .map((kind) => (
              <section key={kind}>
                <h3>
                  {titles[kind]}: {count(data.changes.counts[kind])}
                </h3>
                <ul className="mine-list">
                  {data.changes.examples
                    .filter((e) => e.kind === kind)
                    .map((e) => (
                      <li key={e.sku}>
                        <div className="mine-head">
                          <span>{e.title || e.sku}</span>
                          <span>{priceOf(e)}</span>
                        </div>
                        <span className="mono faint">{e.sku}</span>
                      </li>
                    ))}
                </ul>
                {restOf(data.changes, kind)}
              </section>
            ))}
        </Stack>
      )}
    </Modal>
  )
}

const restNouns = {
  added: ['new product', 'new products'],
  gone: ['removed product', 'removed products'],
  price: ['price change', 'price changes'],
  back: ['product back in stock', 'products back in stock'],
} as const
function restOf({ counts, examples }: SupplierChanges, kind: Example['kind']) {
  const restCount = counts[kind] - examples.filter((e) => e.kind === kind).length
  return restCount > 0 ? (
    <Text c="dimmed">
      And {count(restCount)} more {restNouns[kind][restCount === 1 ? 0 : 1]}, listed in{' '}
      <Link to={links.mySubscriptions()} className="link">
        the supplier’s catalog
      </Link>
      .
    </Text>
  ) : null
}
