import type Sharp from 'sharp'

let sharpModule: Promise<typeof Sharp> | undefined
/**
 * The picture library, 30 MB of it: loaded where the first picture is worked on. One picture at a time in a
 * thread, none kept.
 */
export const pictures = (): Promise<typeof Sharp> =>
  (sharpModule ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))
