import type { TriedFile } from '#contract/feeds/file-back-test.ts'
import { many } from '../../../ui/values.tsx'

const passes = ({ is }: Pick<TriedFile, 'is'>) => is !== 'held' && is !== 'rejected'
const passed = ({ was }: Pick<TriedFile, 'was'>) => was === 'applied' || was === 'unchanged'

/** Decided otherwise than it was. */
export const isOtherwise = (file: Pick<TriedFile, 'is' | 'was'>): boolean => passes(file) !== passed(file)

/** What these settings would have done with the files, in a sentence. */
export function triedText(files: readonly TriedFile[]): string {
  const stopped = files.filter((f) => !passes(f))
  const fresh = stopped.filter(isOtherwise)
  const freed = files.filter((f) => passes(f) && isOtherwise(f))
  const of = `Of ${many(files.length, 'file')}`
  if (stopped.length === 0 && freed.length === 0) return `${of} none would be stopped.`
  const held = `${of} ${stopped.length || 'none'} would be stopped`
  const changes = [
    fresh.length > 0 && `${fresh.length} of them passed`,
    freed.length > 0 && `${freed.length} that ${freed.length === 1 ? 'was' : 'were'} stopped would pass`,
  ].filter(Boolean)
  return `${held}${changes.length ? `; ${changes.join(', ')}` : stopped.length === 1 ? ', as it was' : ', as they were'}.`
}
