import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHandStop, IconLoader2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LivePath } from '#contract/integrations/live.ts'
import type { SentUpdate } from '#contract/stores/sent-updates.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { many, Status, type Tone } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { updateSentence } from '../../stores/public.tsx'
import { livePreviewQuery } from './PreviewStep.tsx'
import { liveAct, liveTexts } from './preview-words.ts'

type Integration = NonNullable<LivePath['integration']>
type Store = NonNullable<LivePath['store']>
interface Props {
  vendorId: number
  path: LivePath
  integration: Integration
  store: Store
}

/** What going live does, and the one act that does it; afterwards how the first update goes. */
export function GoLiveStep(props: Props) {
  return props.integration.status === 'Active' ? <FirstUpdate {...props} /> : <BeforeLive {...props} />
}

function BeforeLive({ vendorId, path, integration, store }: Props) {
  const { vendor_market_map_id: integrationId, open_fields } = integration
  const { vendor_store_id: storeId, vendor_store_name: storeName } = store
  const { data, error, refetch } = useQuery(livePreviewQuery({ vendorId, integrationId, storeId }))
  const { act, busy } = useAct({
    run: () =>
      api.goLive({ params: { vid: vendorId, vmmid: integrationId }, body: { vendor_store_id: storeId } }),
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  const custom = path.supplier?.lacks_custom_feed ? path.supplier.dropshipper_name : undefined
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        if (data) act()
      }}
    >
      <Stack>
        {data ? (
          <ul className="plain-list live-texts">
            {liveTexts(data, storeName).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : (
          <Skeleton height={104} />
        )}
        {data?.stops != null && <p className="callout tone-bad">{data.stops}</p>}
        {custom !== undefined && (
          <p className="callout tone-wait">
            {custom} requires a custom feed, which this vendor doesn’t have.{' '}
            <Anchor component={Link} to={links.vendor(vendorId, 'custom_feed')} inherit>
              Add custom feed
            </Anchor>
          </p>
        )}
        {open_fields > 0 && (
          <p className="callout tone-wait">
            {many(open_fields, 'required value')} in the configuration {open_fields === 1 ? 'is' : 'are'}{' '}
            missing.{' '}
            <Anchor component={Link} to={links.integration(vendorId, integrationId, 'configuration')} inherit>
              Complete configuration
            </Anchor>
          </p>
        )}
        <Group>
          <Button
            type="submit"
            loading={busy}
            disabled={!data || readOnly !== undefined}
            title={readOnly}
            data-main
            data-first
          >
            {data ? liveAct(data, storeName) : 'Counting products…'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const atWork: ReadonlySet<string> = new Set(['asked', 'planning', 'sending', 'accepted'])

/** The first update as it goes, and where to look afterwards. */
function FirstUpdate({ vendorId, integration, store }: Props) {
  const { vendor_store_id: storeId, vendor_store_name: storeName } = store
  const params = { vendor_id: vendorId, vendor_store_id: storeId }
  const jobs = useQuery({
    ...api.listStoreUpdates.query({ params }),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? 5000 : 1500),
  })
  const isRunning = (jobs.data?.length ?? 1) > 0
  const { data } = useQuery({
    ...api.listSentUpdates.query({ params: { vendor_id: vendorId }, query: { vendor_store_id: storeId } }),
    refetchInterval: isRunning ? 1500 : 5000,
  })
  const update = data?.find(({ kind }) => kind !== 'compare' && kind !== 'dry')
  const { tone, icon, text } = outcomeOf(update, isRunning)
  return (
    <Stack>
      <div className="live-outcome" role="status">
        <Status tone={tone} icon={icon}>
          {text}
        </Status>
        <Text>{update ? updateSentence(update) : 'Queued. Starts within seconds.'}</Text>
        <Progress update={update} />
      </div>
      <Group gap="sm">
        {update?.state === 'held' ? (
          <Button
            component={Link}
            to={`${links.vendorStore(vendorId, storeId)}?update=${update.store_update_id}`}
            data-first
          >
            Review update
          </Button>
        ) : (
          <Button component={Link} to={links.vendorStore(vendorId, storeId)} variant="default" data-first>
            View {storeName}
          </Button>
        )}
        <Button
          component={Link}
          to={links.integration(vendorId, integration.vendor_market_map_id)}
          variant="default"
        >
          View integration
        </Button>
        <Button component={Link} to={`${links.goLive(vendorId)}?step=1`} variant="subtle">
          Set up another
        </Button>
      </Group>
    </Stack>
  )
}

function outcomeOf(
  update: SentUpdate | undefined,
  isRunning: boolean,
): { tone: Tone; icon: typeof IconClock; text: string } {
  if (!update) return { tone: 'wait', icon: IconClock, text: 'Live, first update queued' }
  if (update.state === 'held') return { tone: 'bad', icon: IconHandStop, text: 'First update held' }
  if (atWork.has(update.state))
    return isRunning || update.state === 'accepted'
      ? { tone: 'run', icon: IconLoader2, text: 'Live, updating' }
      : { tone: 'wait', icon: IconClock, text: 'Live, update continues later' }
  if (update.left_over > 0) return { tone: 'wait', icon: IconClock, text: 'Live, update continues soon' }
  if (update.refused > 0) return { tone: 'bad', icon: IconAlertTriangle, text: 'Live, some products refused' }
  return { tone: 'good', icon: IconCircleCheck, text: 'Live' }
}

/** How much of an update is sent, as a line. */
function Progress({ update }: { update: SentUpdate | undefined }) {
  const all = update ? update.sent + update.waiting + update.refused + update.left_over : 0
  const isEmpty = update?.state === 'nothing'
  const share = isEmpty ? 1 : (update?.sent ?? 0) / Math.max(1, all)
  return (
    <svg className="live-progress" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="4" className="whole" />
      <rect width={share * 100} height="4" className="sent" />
    </svg>
  )
}
