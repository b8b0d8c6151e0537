import {
  feedTroubleSigns,
  type FeedTrouble,
  type FeedTroubleSign,
} from '#contract/integrations/feed-troubles.ts'
import { many } from '#contract/words.ts'
import { links } from '../links.ts'
import { shortTime } from './time.ts'

/** What is wrong with a feed, and since when. */
export function feedText({ standing, since_tm, vendor_custom_feed_id, supplier_name }: FeedTrouble): string {
  const feed =
    vendor_custom_feed_id === null ? `The feed from ${supplier_name}` : `The custom feed for ${supplier_name}`
  if (standing === 'held')
    return since_tm === null
      ? `${feed} is held for approval.`
      : `${feed} has been held for approval since ${shortTime(since_tm)}.`
  const lastText = since_tm === null ? 'No good run yet' : `Last good run ${shortTime(since_tm)}`
  return `${feed} is ${standing === 'late' ? 'late' : 'failing'}. ${lastText}.`
}

/** The worst feed in words, and how many more there are. */
export function feedsText([worst, ...others]: readonly FeedTrouble[]): string {
  if (!worst) return ''
  const text = feedText(worst)
  return others.length === 0 ? text : `${text} ${many(others.length, 'more feed')} out of date.`
}

/** Where a person resolves it. */
export const feedAct = ({ run_id, dropshipper_id }: FeedTrouble) =>
  run_id === null
    ? { label: 'View feed', to: links.supplier(dropshipper_id, 'monitoring') }
    : { label: 'View run', to: links.feedRun(run_id) }

export const feedSign = ({ standing }: FeedTrouble): string => feedTroubleSigns[standing as FeedTroubleSign]
