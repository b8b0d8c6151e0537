import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { Result } from '#contract/index.ts'
import { parentCheckPause, parentDraft, type ParentDraft } from '#contract/variants/parents.ts'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api, HttpError } from '../../api.ts'
import { conflictOf, changesInWords } from '../../ui/form/Conflict.tsx'

export interface OwnSupplier {
  dropshipper_id: number
  dropshipper_prefix: string
}
export interface Variant {
  product_id: number
  sku: string
  title: string | null
  gone: boolean
  values: string[]
}
interface ParentDraftInput {
  supplier: OwnSupplier
  parentId: number | null
  products: readonly VariantProduct[]
  savedParent: Result<'listVariants'> | undefined
}

interface DraftState {
  setErrors: (errors: Record<string, string>) => void
  setVersion: (version: ParentDraft['version']) => void
}

/** Saves a draft; what is wrong with it goes to its fields. @returns what to tell the person */
async function saveDraft(body: ParentDraft, { setErrors, setVersion }: DraftState): Promise<string> {
  try {
    const { status_code, deleted: wasDeleted } = await api.saveParent({ body })
    if (status_code === 201) {
      setErrors({ 'parent.parent_sku': 'Another parent has this SKU' })
      throw new Error(messages.parentNotSaved)
    }
    return wasDeleted ? messages.parentDeleted : messages.parentSaved
  } catch (error) {
    if (error instanceof HttpError) setErrors(error.fields)
    const conflict = conflictOf(error)
    if (!conflict) throw error
    // the next save uses the version of the conflicting one
    setVersion(conflict.version)
    throw new Error(`${conflict.message}. ${changesInWords(conflict.changed)}. Saving again keeps yours.`)
  }
}

/** The draft of a parent; a new one starts with the suggestion of its first product. */
export function useParentDraft({ supplier, parentId, products, savedParent }: ParentDraftInput) {
  const guess = products[0]?.suggestion
  const [sku, setSku] = useState(savedParent?.parent.parent_sku ?? guess?.parent_sku ?? '')
  const [title, setTitle] = useState(savedParent?.parent.title ?? guess?.title ?? products[0]?.title ?? '')
  const [description, setDescription] = useState(savedParent?.parent.description ?? '')
  const [names, setNames] = useState<string[]>(
    savedParent?.parent.option_names ?? guess?.option_names ?? [''],
  )
  const [list, setList] = useState(() => firstVariants(savedParent, products))
  const [version, setVersion] = useState(savedParent?.version)
  const [touch, setTouch] = useState(true)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [hasChanges, setHasChanges] = useState(false)
  const change =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      setHasChanges(true)
      set(value)
    }
  const isTaken = useTaken(supplier, sku, parentId)
  const deletes = parentId !== null && list.length === 0
  const setName = (index: number, name: string) =>
    change(setNames)(names.map((n, i) => (i === index ? name : n)))
  const addOption = () => {
    change(setNames)([...names, ''])
    setList(list.map((v) => ({ ...v, values: [...v.values, ''] })))
  }
  const removeOption = (index: number) => {
    change(setNames)(names.filter((_, i) => i !== index))
    setList(list.map((v) => ({ ...v, values: v.values.filter((_, i) => i !== index) })))
  }
  const bodyOf = (): ParentDraft => {
    const listedIds = new Set(list.map((v) => v.product_id))
    const removed = savedParent?.variants.filter((v) => !listedIds.has(v.product_id)) ?? []
    return {
      dropshipper_id: supplier.dropshipper_id,
      dropshipper_prefix: supplier.dropshipper_prefix,
      version,
      update_tm_required: touch,
      parent: { product_variant_parent_id: parentId, parent_sku: sku, title, description },
      option_names: names,
      variants: list.map((v) => ({ product_id: v.product_id, option_values: v.values })),
      removed_products: removed.map((v) => v.product_id),
    }
  }
  const save = async () => {
    const body = bodyOf()
    const faults = deletes ? {} : faultsOf(body)
    setErrors(faults)
    if (Object.keys(faults).length > 0) throw new Error(messages.parentNotSaved)
    return saveDraft(body, { setErrors, setVersion })
  }
  return {
    sku,
    title,
    description,
    names,
    list,
    errors,
    touch,
    isTaken,
    deletes,
    hasChanges,
    save,
    change: {
      sku: change(setSku),
      title: change(setTitle),
      description: change(setDescription),
      list: change(setList),
      touch: setTouch,
      name: setName,
      addOption,
      removeOption,
    },
  }
}

function firstVariants(
  savedParent: ParentDraftInput['savedParent'],
  products: readonly VariantProduct[],
): Variant[] {
  if (savedParent)
    return savedParent.variants.map((v) => ({
      product_id: v.product_id,
      sku: v.sku,
      title: v.title,
      gone: v.gone,
      values: v.option_values,
    }))
  return products.map((p) => ({
    product_id: p.product_id,
    sku: p.sku,
    title: p.title,
    gone: p.gone,
    values: p.suggestion?.option_values ?? [''],
  }))
}

function faultsOf(draft: ParentDraft): Record<string, string> {
  const { error } = parentDraft.safeParse(draft)
  return Object.fromEntries((error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
}

/** Whether another parent has the SKU, checked after a second without typing. */
function useTaken(supplier: OwnSupplier, sku: string, parentId: number | null): boolean {
  const [settledSku] = useDebouncedValue(sku.trim(), parentCheckPause)
  const { data } = useQuery({
    ...api.checkParentSku.query({
      body: {
        dropshipper_id: supplier.dropshipper_id,
        parent_sku: settledSku,
        product_variant_parent_id: parentId,
      },
    }),
    enabled: settledSku !== '',
  })
  return data?.status_code === 201 && settledSku === sku.trim()
}
