import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Input,
  Select,
  SimpleGrid,
  Switch,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { Result } from '#contract/index.ts'
import { parentCheckPause, parentDraft, type ParentDraft } from '#contract/variants/parents.ts'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api, HttpError } from '../../api.ts'
import { ActModal } from '../../ui/ActModal.tsx'
import { conflictOf, changesInWords } from '../../ui/Conflict.tsx'

interface Supplier {
  dropshipper_id: number
  dropshipper_prefix: string
}
interface Variant {
  product_id: number
  sku: string
  title: string | null
  gone: boolean
  values: string[]
}
interface Given {
  supplier: Supplier
  parentId?: number
  products: readonly VariantProduct[]
  close: () => void
  done: () => void
}

/** A parent product with its options and variants: a new one, or one that is there. */
export function ParentEditor(given: Given) {
  const { data, error } = useQuery({
    ...api.listVariants.query({ query: { product_variant_parent_id: given.parentId ?? 0 } }),
    // a key outside the area: what a save invalidates must not ask for a parent that it has deleted
    queryKey: ['parent editor', given.parentId],
    enabled: given.parentId !== undefined,
    gcTime: 0,
  })
  if (given.parentId === undefined) return <Editor {...given} />
  if (data) return <Editor {...given} saved={data} />
  // the modal opens with its content: one that changed under the cursor would lose the focus
  if (!error) return null
  return (
    <ActModal
      title="Parent product"
      act="Save the parent"
      missing="The parent can’t be loaded"
      close={given.close}
      run={() => Promise.resolve()}
    >
      <Alert color="red">{error.message}</Alert>
    </ActModal>
  )
}

function Editor({
  supplier,
  parentId = null,
  products,
  saved,
  close,
  done,
}: Omit<Given, 'parentId'> & { parentId?: number | null; saved?: Result<'listVariants'> }) {
  const guess = products[0]?.suggestion
  const [sku, setSku] = useState(saved?.parent.parent_sku ?? guess?.parent_sku ?? '')
  const [title, setTitle] = useState(saved?.parent.title ?? guess?.title ?? products[0]?.title ?? '')
  const [description, setDescription] = useState(saved?.parent.description ?? '')
  const [names, setNames] = useState<string[]>(saved?.parent.option_names ?? guess?.option_names ?? [''])
  const [list, setList] = useState<Variant[]>(() =>
    saved
      ? saved.variants.map((v) => ({
          product_id: v.product_id,
          sku: v.sku,
          title: v.title,
          gone: v.gone,
          values: v.option_values,
        }))
      : products.map((p) => ({
          product_id: p.product_id,
          sku: p.sku,
          title: p.title,
          gone: p.gone,
          values: p.suggestion?.option_values ?? [''],
        })),
  )
  const [version, setVersion] = useState(saved?.version)
  const [touch, setTouch] = useState(true)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [changed, setChanged] = useState(false)
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setChanged(true)
      set(value)
    }
  const taken = useTaken(supplier, sku, parentId)
  const deletes = parentId !== null && list.length === 0
  const setName = (at: number, name: string) => change(setNames)(names.map((n, i) => (i === at ? name : n)))
  const addOption = () => {
    change(setNames)([...names, ''])
    setList(list.map((v) => ({ ...v, values: [...v.values, ''] })))
  }
  const removeOption = (at: number) => {
    change(setNames)(names.filter((_, i) => i !== at))
    setList(list.map((v) => ({ ...v, values: v.values.filter((_, i) => i !== at) })))
  }
  const save = async () => {
    const listed = new Set(list.map((v) => v.product_id))
    const body: ParentDraft = {
      dropshipper_id: supplier.dropshipper_id,
      dropshipper_prefix: supplier.dropshipper_prefix,
      version,
      update_tm_required: touch,
      parent: { product_variant_parent_id: parentId, parent_sku: sku, title, description },
      option_names: names,
      variants: list.map((v) => ({ product_id: v.product_id, option_values: v.values })),
      removed_products:
        saved?.variants.filter((v) => !listed.has(v.product_id)).map((v) => v.product_id) ?? [],
    }
    const checked = parentDraft.safeParse(body)
    if (!checked.success && !deletes) {
      setErrors(Object.fromEntries(checked.error.issues.map((i) => [i.path.join('.'), i.message])))
      throw new Error(messages.parentNotSaved)
    }
    setErrors({})
    try {
      const { status_code, deleted } = await api.saveParent({ body })
      if (status_code === 201) {
        setErrors({ 'parent.parent_sku': 'Another parent has this SKU' })
        throw new Error(messages.parentNotSaved)
      }
      return deleted ? messages.parentDeleted : messages.parentSaved
    } catch (error) {
      if (error instanceof HttpError) setErrors(error.fields)
      const conflict = conflictOf(error)
      if (!conflict) throw error
      // the next save is made knowing of it
      setVersion(conflict.version)
      throw new Error(`${conflict.message}. ${changesInWords(conflict.changed)}. Saving again keeps yours.`)
    }
  }
  return (
    <ActModal
      title={saved ? `Parent ${saved.parent.parent_sku}` : 'New parent product'}
      act={deletes ? 'Delete the parent' : 'Save the parent'}
      danger={deletes}
      size="xl"
      changed={changed}
      close={close}
      run={save}
      done={(said) => said}
      after={done}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Parent SKU"
          required
          data-autofocus
          value={sku}
          onChange={(e) => change(setSku)(e.currentTarget.value)}
          error={errors['parent.parent_sku'] ?? (taken ? 'Another parent has this SKU' : undefined)}
        />
        <TextInput
          label="Title"
          required
          value={title}
          onChange={(e) => change(setTitle)(e.currentTarget.value)}
          error={errors['parent.title']}
        />
      </SimpleGrid>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        value={description}
        onChange={(e) => change(setDescription)(e.currentTarget.value)}
      />
      <Input.Wrapper label="Options" error={errors.option_names} required labelElement="div">
        <Group gap="xs" align="flex-start">
          {names.map((name, i) => (
            // an option is told apart by its place alone
            <TextInput
              key={i}
              size="xs"
              aria-label={`Option name ${i + 1}`}
              placeholder="Color, Size…"
              value={name}
              onChange={(e) => setName(i, e.currentTarget.value)}
              error={errors[`option_names.${i}`]}
              rightSection={
                names.length > 1 ? (
                  <ActionIcon
                    size="xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove option ${name || i + 1}`}
                    onClick={() => removeOption(i)}
                  >
                    <IconX size={12} />
                  </ActionIcon>
                ) : undefined
              }
            />
          ))}
          {names.length < 6 && (
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={addOption}>
              Option
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      <Variants list={list} names={names} errors={errors} set={change(setList)} />
      {errors.variants && <Input.Error>{errors.variants}</Input.Error>}
      <AddVariant
        supplier={supplier}
        not={list}
        add={(v) => change(setList)([...list, { ...v, values: names.map((_, i) => v.values[i] ?? '') }])}
      />
      {deletes && (
        <Alert color="red" title="Without variants the parent is deleted">
          Saving deletes {saved?.parent.parent_sku}; its {saved?.variants.length} products stay, unmapped.
        </Alert>
      )}
      <Switch
        label="Mark the supplier’s mapping as updated now"
        checked={touch}
        onChange={(e) => setTouch(e.currentTarget.checked)}
      />
    </ActModal>
  )
}

/** Whether another parent has the SKU, asked for after a second of stillness. */
function useTaken(supplier: Supplier, sku: string, parentId: number | null): boolean {
  const [asked] = useDebouncedValue(sku.trim(), parentCheckPause)
  const { data } = useQuery({
    ...api.checkParentSku.query({
      body: {
        dropshipper_id: supplier.dropshipper_id,
        parent_sku: asked,
        product_variant_parent_id: parentId,
      },
    }),
    enabled: asked !== '',
  })
  return data?.status_code === 201 && asked === sku.trim()
}

function Variants({
  list,
  names,
  errors,
  set,
}: {
  list: Variant[]
  names: readonly string[]
  errors: Record<string, string>
  set: (list: Variant[]) => void
}) {
  if (list.length === 0) return null
  return (
    <Table aria-label="Variants">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Variant</Table.Th>
          {names.map((n, i) => (
            <Table.Th key={i}>{n || `Option ${i + 1}`}</Table.Th>
          ))}
          <Table.Th>Act</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map((v, at) => (
          <Table.Tr key={v.product_id}>
            <Table.Td>
              <span className="mono">{v.sku}</span>
              <Text size="xs" c="dimmed" className="cut">
                {v.title}
              </Text>
              {v.gone && (
                <Text size="xs" c="red">
                  Gone from the feed; it stays until it is taken out
                </Text>
              )}
              {errors[`variants.${at}`] && <Input.Error>{errors[`variants.${at}`]}</Input.Error>}
            </Table.Td>
            {names.map((n, i) => (
              <Table.Td key={i}>
                <TextInput
                  size="xs"
                  aria-label={`${n || `Option ${i + 1}`} of ${v.sku}`}
                  value={v.values[i] ?? ''}
                  error={errors[`variants.${at}.option_values.${i}`]}
                  onChange={(e) =>
                    set(
                      list.map((x, y) =>
                        y === at
                          ? {
                              ...x,
                              values: names.map((_, o) =>
                                o === i ? e.currentTarget.value : (x.values[o] ?? ''),
                              ),
                            }
                          : x,
                      ),
                    )
                  }
                />
              </Table.Td>
            ))}
            <Table.Td>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Take ${v.sku} out`}
                onClick={() => set(list.filter((x) => x !== v))}
              >
                <IconX size={15} />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function AddVariant({
  supplier,
  not,
  add,
}: {
  supplier: Supplier
  not: readonly Variant[]
  add: (variant: Variant) => void
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data } = useQuery({
    ...api.listMappableProducts.query({
      body: { dropshipper_id: supplier.dropshipper_id, filter: 'all', search },
    }),
    enabled: search.length > 1,
  })
  const found =
    search.length > 1
      ? (data?.products.filter((p) => !not.some((v) => v.product_id === p.product_id)) ?? [])
      : []
  return (
    <Select
      size="xs"
      label="Add a product"
      placeholder="SKU or title"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={found.slice(0, 20).map((p) => ({
        value: String(p.product_id),
        label: `${p.sku} · ${p.title ?? ''}${p.mapped_parent_sku ? ` (now in ${p.mapped_parent_sku})` : ''}`,
      }))}
      value={null}
      nothingFoundMessage={search.length > 1 ? 'No other product matches' : 'Type at least two letters'}
      onChange={(id) => {
        const p = found.find((x) => String(x.product_id) === id)
        if (p)
          add({
            product_id: p.product_id,
            sku: p.sku,
            title: p.title,
            gone: p.gone,
            values: p.suggestion?.option_values ?? [],
          })
        setTyped('')
      }}
    />
  )
}
