import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { FeedSettings } from '../feeds/public.tsx'

export default function CustomFeedSettings({ view }: { view: CustomFeedView }) {
  return <FeedSettings feedId={view.feed_id} />
}
