import type { Parsed } from '#contract/index.ts'
import type { Ctx } from '#server/platform/services.ts'

/** What each running preview does, by its caller and feed. Another web process doesn't know: it says nothing. */
const running = new Map<string, string>()
const keyOf = ({ who }: Ctx, feedId: number) => `${who.login_id} ${feedId}`

export function getPreviewProgress(ctx: Ctx, { params }: Parsed<'getPreviewProgress'>) {
  return Promise.resolve({ text: running.get(keyOf(ctx, params.feed_id)) ?? null })
}

/** Says what the caller's preview does, until it ends. */
export async function withProgress<T>(
  ctx: Ctx,
  feedId: number,
  work: (report: (text: string) => void) => Promise<T>,
): Promise<T> {
  const key = keyOf(ctx, feedId)
  try {
    return await work((text) => running.set(key, text))
  } finally {
    running.delete(key)
  }
}
