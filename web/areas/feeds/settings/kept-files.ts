import type { TriedFile } from '#contract/feeds/file-back-test.ts'
import { many } from '../../../ui/values.tsx'

const passes = ({ is: verdict }: Pick<TriedFile, 'is'>) => verdict !== 'held' && verdict !== 'rejected'
const didPass = ({ was: state }: Pick<TriedFile, 'was'>) => state === 'applied' || state === 'unchanged'

/** The file would now be decided differently. */
export const isOtherwise = (file: Pick<TriedFile, 'is' | 'was'>): boolean => passes(file) !== didPass(file)

/** What these settings would have done with the files, in one sentence. */
export function triedText(files: readonly TriedFile[]): string {
  const stoppedFiles = files.filter((f) => !passes(f))
  const fresh = stoppedFiles.filter(isOtherwise)
  const freedFiles = files.filter((f) => passes(f) && isOtherwise(f))
  const summary = `${stoppedFiles.length || 'None'} of ${many(files.length, 'file')} would be held or rejected`
  if (stoppedFiles.length === 0 && freedFiles.length === 0) return `${summary}.`
  const changes = [
    fresh.length > 0 && `${fresh.length} passed before`,
    freedFiles.length > 0 && `${freedFiles.length} held or rejected before would pass`,
  ].filter(Boolean)
  return `${summary}${changes.length ? `; ${changes.join(', ')}` : ', as before'}.`
}
