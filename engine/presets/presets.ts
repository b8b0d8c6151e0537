import { catalogues } from './catalogues.ts'
import { markets } from './markets.ts'
import { presetOf, type Preset } from './preset.ts'
import { shops } from './shops.ts'

/** The formats that suppliers' shops and standards publish (docs/domain/feed-formats.md, Suggested mappings). */
export const presets: readonly Preset[] = [...markets, ...shops, ...catalogues].map(presetOf)
