import type Sharp from 'sharp'

let sharpModule: Promise<typeof Sharp> | undefined
/**
 * The picture library takes 30 MB, so it is loaded with the first picture. It processes one picture at a
 * time in a thread and caches none.
 */
export const pictures = (): Promise<typeof Sharp> =>
  (sharpModule ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))
