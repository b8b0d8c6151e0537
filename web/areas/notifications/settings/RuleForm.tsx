import { Checkbox, MultiSelect, SegmentedControl, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { categories, categoryNames, severityNames, type Category } from '#contract/notifications/kinds.ts'
import {
  givenRule,
  noticeScopes,
  noticeTargets,
  type GivenRule,
  type NoticeRule,
  type NoticeScope,
  type NoticeTarget,
} from '#contract/notifications/rules.ts'
import { roleNames, staffRoles, type StaffRole } from '#contract/staff/roles.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { RulePreview } from './RulePreview.tsx'

interface Person {
  login_id: number
  name: string
  role: StaffRole
}
interface Props {
  rule: NoticeRule | undefined
  isTeam: boolean
  ownLogin: number
  people: readonly Person[]
  endpoints: readonly { notice_endpoint_id: number; name: string }[]
  close: () => void
}

const teamTargets = Object.keys(noticeTargets) as NoticeTarget[]
const optionsOf = <K extends string>(names: Record<K, string>, keys: readonly K[]) =>
  keys.map((value) => ({ value, label: names[value] }))

function firstValues(rule: NoticeRule | undefined, isTeam: boolean, ownLogin: number): GivenRule {
  if (rule) return fieldsOf(rule)
  return {
    name: '',
    categories: [],
    min_severity: 1,
    scope: isTeam ? 'all' : 'mine',
    scope_ids: [],
    target: isTeam ? 'role' : 'person',
    to_login_id: isTeam ? null : ownLogin,
    to_role: isTeam ? 'support' : null,
    to_endpoint_id: null,
    at_once: true,
    active: true,
  }
}
const fieldsOf = ({
  name,
  categories: about,
  min_severity,
  scope,
  scope_ids,
  target,
  to_login_id,
  to_role,
  to_endpoint_id,
  at_once,
  active,
}: NoticeRule): GivenRule => ({
  name,
  categories: about,
  min_severity,
  scope,
  scope_ids,
  target,
  to_login_id,
  to_role,
  to_endpoint_id,
  at_once,
  active,
})

/** Adds or changes a rule, and shows first what it would have sent last week. */
export function RuleForm({ rule, isTeam, ownLogin, people, endpoints, close }: Props) {
  const form = useForm<GivenRule>({
    initialValues: firstValues(rule, isTeam, ownLogin),
    validate: (values) =>
      Object.fromEntries(
        (givenRule.safeParse(values).error?.issues ?? []).map((i) => [i.path.join('.'), i.message]),
      ),
  })
  const { values } = form
  const setScope = (scope: NoticeScope) => form.setValues({ scope, scope_ids: [] })
  const setTarget = (target: NoticeTarget) =>
    form.setValues({
      target,
      to_login_id: null,
      to_role: target === 'role' || target === 'manager' ? 'support' : null,
      to_endpoint_id: null,
    })
  const body = {
    ...(rule && { notice_rule_id: rule.notice_rule_id }),
    team: isTeam,
    rule: values,
  }
  return (
    <ActModal
      title={rule ? `Change rule ${rule.name}` : isTeam ? 'Add rule for the team' : 'Add rule for me'}
      act={rule ? 'Save rule' : 'Add rule'}
      size="xl"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.saveNoticeRule({ body: { ...body, ...(rule && { version: rule.version }) } })}
      doneText={rule ? 'Rule saved' : 'Rule added'}
      fields={(errors) =>
        form.setErrors(
          Object.fromEntries(Object.entries(errors).map(([key, text]) => [key.replace(/^rule\./, ''), text])),
        )
      }
    >
      <TextInput label="Name" required data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <MultiSelect
        label="About"
        placeholder={values.categories.length === 0 ? 'Everything' : ''}
        data={optionsOf(categoryNames, categories)}
        value={[...values.categories]}
        onChange={(chosen) => form.setFieldValue('categories', chosen as Category[])}
        clearable
      />
      <Stack gap={4}>
        <SegmentedControl
          aria-label="Severity"
          value={String(values.min_severity)}
          onChange={(level) => form.setFieldValue('min_severity', Number(level))}
          data={severityNames.map((name, level) => ({
            value: String(level),
            label:
              level === 0 ? 'Any severity' : level === severityNames.length - 1 ? name : `${name} or worse`,
          }))}
        />
      </Stack>
      <Scope form={form} isTeam={isTeam} setScope={setScope} />
      {isTeam && (
        <>
          <Select
            label="Notify"
            data={optionsOf(noticeTargets, teamTargets)}
            value={values.target}
            allowDeselect={false}
            onChange={(target) => setTarget(target as NoticeTarget)}
          />
          <Target form={form} people={people} endpoints={endpoints} />
        </>
      )}
      {values.target !== 'endpoint' && (
        <SegmentedControl
          aria-label="When"
          value={values.at_once ? 'once' : 'summary'}
          onChange={(when) => form.setFieldValue('at_once', when === 'once')}
          data={[
            { value: 'once', label: 'Immediately, outside quiet hours' },
            { value: 'summary', label: 'In the next summary' },
          ]}
        />
      )}
      <Checkbox label="On" {...form.getInputProps('active', { type: 'checkbox' })} />
      <RulePreview body={body} />
    </ActModal>
  )
}

type Form = UseFormReturnType<GivenRule>

function Scope({
  form,
  isTeam,
  setScope,
}: {
  form: Form
  isTeam: boolean
  setScope: (scope: NoticeScope) => void
}) {
  const { values, errors } = form
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  const scopes = (Object.keys(noticeScopes) as NoticeScope[]).filter((scope) => !isTeam || scope !== 'mine')
  return (
    <>
      <Select
        label="Suppliers and vendors"
        data={optionsOf(noticeScopes, scopes)}
        value={values.scope}
        allowDeselect={false}
        error={errors['scope']}
        onChange={(scope) => setScope(scope as NoticeScope)}
      />
      {values.scope === 'suppliers' && (
        <MultiSelect
          label="Suppliers"
          required
          searchable
          data={choices?.suppliers.map((s) => ({ value: String(s.id), label: s.name })) ?? []}
          value={values.scope_ids.map(String)}
          error={errors['scope_ids']}
          onChange={(ids) => form.setFieldValue('scope_ids', ids.map(Number))}
        />
      )}
      {values.scope === 'vendors' && (
        <TagsInput
          label="Vendor IDs"
          description="Press Enter after each"
          required
          value={values.scope_ids.map(String)}
          error={errors['scope_ids']}
          onChange={(ids) =>
            form.setFieldValue(
              'scope_ids',
              ids.map(Number).filter((id) => Number.isInteger(id) && id > 0),
            )
          }
        />
      )}
    </>
  )
}

function Target({ form, people, endpoints }: Pick<Props, 'people' | 'endpoints'> & { form: Form }) {
  const { values, errors } = form
  const { target } = values
  const idOf = (value: string | null) => (value === null ? null : Number(value))
  if (target === 'person')
    return (
      <Select
        label="Person"
        required
        searchable
        data={people.map(({ login_id, name, role }) => ({
          value: String(login_id),
          label: `${name} (${roleNames[role]})`,
        }))}
        value={values.to_login_id === null ? null : String(values.to_login_id)}
        error={errors['to_login_id']}
        onChange={(value) => form.setFieldValue('to_login_id', idOf(value))}
      />
    )
  if (target === 'role' || target === 'manager')
    return (
      <Select
        label={target === 'role' ? 'Role' : 'Role if there is no account manager'}
        required
        data={optionsOf(roleNames, staffRoles)}
        value={values.to_role}
        allowDeselect={false}
        onChange={(value) => form.setFieldValue('to_role', value as StaffRole)}
      />
    )
  if (target === 'endpoint')
    return (
      <Select
        label="Webhook"
        required
        data={endpoints.map(({ notice_endpoint_id, name }) => ({
          value: String(notice_endpoint_id),
          label: name,
        }))}
        nothingFoundMessage="Add a webhook first"
        value={values.to_endpoint_id === null ? null : String(values.to_endpoint_id)}
        error={errors['to_endpoint_id']}
        onChange={(value) => form.setFieldValue('to_endpoint_id', idOf(value))}
      />
    )
  return null
}
