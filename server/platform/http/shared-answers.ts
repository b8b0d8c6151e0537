import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** An answer that many requests get, compressed once for all of them. */
export interface SharedAnswer {
  text: string
  zipped: Buffer
}

const compress = promisify(gzip)
export const zippedOnce = async (text: string): Promise<SharedAnswer> => ({
  text,
  zipped: await compress(text),
})

/**
 * Lets simultaneous calls share their work. A call that comes while work is under way waits for the next,
 * together with all others that came meanwhile: what it gets was read after it asked.
 */
export function sharedWork<T>(): (work: () => Promise<T>) => Promise<T> {
  let current: Promise<void> | undefined
  let next: Promise<T> | undefined
  const start = (work: () => Promise<T>) => {
    next = undefined
    const result = work()
    const end = () => {
      if (current === ended) current = undefined
    }
    const ended = result.then(end, end)
    current = ended
    return result
  }
  return (work) => {
    if (next) return next
    if (!current) return start(work)
    next = current.then(() => start(work))
    return next
  }
}
