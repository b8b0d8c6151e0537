import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { api } from '../../api.ts'
import { FeedMonitoring } from '../feeds/public.tsx'
import { SubjectNotifications } from '../notifications/public.tsx'
import { useCurrent } from './useCurrent.ts'

export default function CustomFeedMonitoring({ view }: { view: CustomFeedView }) {
  const vcfi = view.vendor_custom_feed_id
  const { data } = useCurrent(vcfi)
  return (
    <FeedMonitoring
      place={view}
      current={data}
      isClosed={view.closed !== null}
      runs={{
        key: [...api.listCustomFeedHistory.key(), vcfi],
        read: (query) => api.listCustomFeedHistory({ params: { vcfi }, query }),
      }}
      outcome={<SubjectNotifications vendor_custom_feed_id={vcfi} />}
    />
  )
}
