import type { Effect, PlatformEffects } from '#contract/platforms/platforms.ts'
import { count, many } from '../../ui/values.tsx'

const isOne = (n: number) => n === 1
/** The effect of a save on what vendors filled in, in one sentence. */
const sentences: Record<Effect, (n: number) => string> = {
  lost: (n) => `What ${many(n, 'vendor')} filled in is deleted`,
  forgotten: (n) => `The secrets of ${many(n, 'vendor')} are forgotten: what is secret can’t be shown`,
  sealed: (n) => `What ${many(n, 'vendor')} filled in becomes secret, and is never shown again`,
  unfit: (n) =>
    `What ${many(n, 'vendor')} filled in no longer fits: ${isOne(n) ? 'it is' : 'they are'} to fill it in again`,
  asked: (n) => `${many(n, 'vendor')} ${isOne(n) ? 'has' : 'have'} yet to fill it in`,
  hidden: (n) =>
    `${many(n, 'vendor')} filled it in and ${isOne(n) ? 'is' : 'are'} asked no more: it is kept, unused`,
}

export const effectsOf = (effects: PlatformEffects | undefined, handle: string): string[] =>
  (effects?.effects ?? [])
    .filter((effect) => effect.field_handle === handle)
    .map(({ effect, vendors }) => sentences[effect](vendors))

/** The effect of all changes together; undefined until it is known. */
export function effectSummary(effects: PlatformEffects | undefined): string | undefined {
  if (!effects) return undefined
  if (effects.vendors === 0) return 'No vendor has filled these fields in yet.'
  if (effects.effects.length === 0)
    return `Nothing changes for the ${many(effects.vendors, 'vendor')} who filled them in.`
  const losing = effects.losing > 0 ? ` ${count(effects.losing)} would lose what they filled in.` : ''
  return `${many(effects.vendors, 'vendor')} filled these fields in.${losing}`
}
