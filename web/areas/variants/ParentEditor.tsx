import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Input,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '#contract/index.ts'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { WaitingModal } from '../../ui/act/WaitingModal.tsx'
import { AddVariant, Variants } from './ParentVariants.tsx'
import { useParentDraft, type OwnSupplier } from './useParentDraft.ts'

interface EditorProps {
  supplier: OwnSupplier
  parentId?: number
  products: readonly VariantProduct[]
  close: () => void
  onDone: () => void
}

/** Edits a new or existing parent product with its options and variants. */
export function ParentEditor(props: EditorProps) {
  const { data, error } = useQuery({
    ...api.listVariants.query({ query: { product_variant_parent_id: props.parentId ?? 0 } }),
    // not the area's key: a save that deletes the parent must not load it again
    queryKey: ['parent editor', props.parentId],
    enabled: props.parentId !== undefined,
    gcTime: 0,
  })
  if (props.parentId === undefined) return <Editor {...props} />
  if (data) return <Editor {...props} savedParent={data} />
  // the modal opens once its content is loaded: a later change would lose the focus
  if (!error) return null
  return (
    <WaitingModal
      title="Parent product"
      act="Save parent"
      missing="Couldn’t load the parent"
      close={props.close}
    >
      <Alert color="red">{error.message}</Alert>
    </WaitingModal>
  )
}

function Editor({
  supplier,
  parentId = null,
  products,
  savedParent,
  close,
  onDone,
}: Omit<EditorProps, 'parentId'> & { parentId?: number | null; savedParent?: Result<'listVariants'> }) {
  const draft = useParentDraft({ supplier, parentId, products, savedParent })
  const { sku, title, description, names, list, errors, touch, isTaken, deletes, change } = draft
  return (
    <ActModal
      title={savedParent ? `Parent ${savedParent.parent.parent_sku}` : 'New parent product'}
      act={deletes ? 'Delete parent' : 'Save parent'}
      danger={deletes}
      size="xl"
      isChanged={draft.hasChanges}
      close={close}
      run={draft.save}
      doneText={(text) => text}
      after={onDone}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Parent SKU"
          required
          data-autofocus
          value={sku}
          onChange={(e) => change.sku(e.currentTarget.value)}
          error={errors['parent.parent_sku'] ?? (isTaken ? 'Another parent has this SKU' : undefined)}
        />
        <TextInput
          label="Title"
          required
          value={title}
          onChange={(e) => change.title(e.currentTarget.value)}
          error={errors['parent.title']}
        />
      </SimpleGrid>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        value={description}
        onChange={(e) => change.description(e.currentTarget.value)}
      />
      <Input.Wrapper label="Options" error={errors.option_names} required labelElement="div">
        <Group gap="xs" align="flex-start">
          {names.map((name, i) => (
            // an option is identified by its position alone
            <TextInput
              key={i}
              size="xs"
              aria-label={`Option name ${i + 1}`}
              placeholder="Color, Size…"
              value={name}
              onChange={(e) => change.name(i, e.currentTarget.value)}
              error={errors[`option_names.${i}`]}
              rightSection={
                names.length > 1 ? (
                  <ActionIcon
                    size="xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove option ${name || i + 1}`}
                    onClick={() => change.removeOption(i)}
                  >
                    <IconX size={12} />
                  </ActionIcon>
                ) : undefined
              }
            />
          ))}
          {names.length < 6 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={change.addOption}
            >
              Option
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      <Variants list={list} names={names} errors={errors} set={change.list} />
      {errors.variants && <Input.Error>{errors.variants}</Input.Error>}
      <AddVariant
        supplier={supplier}
        currentVariants={list}
        add={(v) => change.list([...list, { ...v, values: names.map((_, i) => v.values[i] ?? '') }])}
      />
      {deletes && (
        <Alert color="red" title="A parent without variants is deleted">
          Saving deletes {savedParent?.parent.parent_sku}. Its {savedParent?.variants.length} products stay
          but become unmapped.
        </Alert>
      )}
      <Switch
        label="Update the supplier’s “Mapping updated” time"
        checked={touch}
        onChange={(e) => change.touch(e.currentTarget.checked)}
      />
    </ActModal>
  )
}
