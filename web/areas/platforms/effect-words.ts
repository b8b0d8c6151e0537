import type { Effect, PlatformEffects } from '#contract/platforms/platforms.ts'
import { count, many } from '../../ui/values.tsx'

const isOne = (n: number) => n === 1
/** The effect of a save on what vendors filled in, in one sentence. */
const sentences: Record<Effect, (n: number) => string> = {
  lost: (n) => `Values of ${many(n, 'vendor')} are deleted`,
  forgotten: (n) => `Secrets of ${many(n, 'vendor')} are deleted because they can’t be shown`,
  sealed: (n) => `Values of ${many(n, 'vendor')} become secret and are never shown again`,
  unfit: (n) => `Values of ${many(n, 'vendor')} are no longer valid and must be entered again`,
  asked: (n) => `${many(n, 'vendor')} still ${isOne(n) ? 'needs' : 'need'} to fill it in`,
  hidden: (n) => `Hidden for ${many(n, 'vendor')}. Saved values are kept but not used`,
}

export const effectsOf = (effects: PlatformEffects | undefined, handle: string): string[] =>
  (effects?.effects ?? [])
    .filter((effect) => effect.field_handle === handle)
    .map(({ effect, vendors }) => sentences[effect](vendors))

/** The effect of all changes together; undefined until it is known. */
export function effectSummary(effects: PlatformEffects | undefined): string | undefined {
  if (!effects) return undefined
  if (effects.vendors === 0) return 'No vendors have filled in these fields yet.'
  if (effects.effects.length === 0)
    return `No effect on ${many(effects.vendors, 'vendor')} with saved values.`
  const losing = effects.losing > 0 ? ` ${count(effects.losing)} would lose values.` : ''
  return `${many(effects.vendors, 'vendor')} ${isOne(effects.vendors) ? 'has' : 'have'} saved values.${losing}`
}
