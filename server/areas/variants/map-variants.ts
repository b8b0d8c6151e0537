import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockParent, mapProducts, refuseClashes } from './parents.ts'

export const mapVariants = (ctx: Ctx, { body }: Parsed<'mapVariants'>) =>
  write(ctx, async (tx, logActivity) => {
    const parent = await lockParent(tx, body.dropshipper_id, body.product_variant_parent_id)
    const { parent_sku, option_names } = parent
    const wrong = body.variants.findIndex((v) => v.option_values.length !== option_names.length)
    if (wrong >= 0)
      throw invalid({ [`variants.${wrong}`]: `${parent_sku} has the options ${option_names.join(', ')}` })
    const products = body.variants.map((v) => v.product_id)
    const twice = products.findIndex((id, i) => products.indexOf(id) < i)
    if (twice >= 0) throw invalid({ [`variants.${twice}`]: 'Duplicate: remove one' })
    await mapProducts(tx, body.dropshipper_id, parent.product_variant_parent_id, body.variants)
    await refuseClashes(tx, parent.product_variant_parent_id, option_names.length)
    await logActivity({
      type: 'variant.map',
      dropshipper_id: body.dropshipper_id,
      entity: 'product_variant_parent',
      entity_id: parent.product_variant_parent_id,
      message: `${many(body.variants.length, 'product')} mapped to ${parent_sku}`,
    })
    return { mapped: body.variants.length }
  })
