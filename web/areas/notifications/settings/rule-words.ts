import { categoryNames, severityNames } from '#contract/notifications/kinds.ts'
import {
  noticeScopes,
  noticeTargets,
  type GivenRule,
  type NoticeRule,
} from '#contract/notifications/rules.ts'
import { roleNames } from '#contract/staff/roles.ts'

/** What a rule is about: `Feeds, Stores · Today or worse · Cobalt`. */
export function subjectText(rule: GivenRule & { scope_names?: readonly string[] }): string {
  const { categories, min_severity: least, scope, scope_names = [] } = rule
  const what =
    categories.length === 0 ? 'Everything' : categories.map((name) => categoryNames[name]).join(', ')
  const how =
    least === 0
      ? ''
      : least === severityNames.length - 1
        ? severityNames[least]
        : `${severityNames[least]} or worse`
  const whose = scope === 'all' ? '' : scope === 'mine' ? noticeScopes.mine : scope_names.join(', ')
  return [what, how, whose].filter(Boolean).join(' · ')
}

/** Who is notified: `Sam Support`, `Everyone in Finance`. */
export function recipientText(rule: NoticeRule): string {
  const { target, to_role, to_name } = rule
  if (target === 'role') return `Everyone with the role ${to_role ? roleNames[to_role] : ''}`
  if (target === 'manager') return `${noticeTargets.manager}, otherwise ${to_role ? roleNames[to_role] : ''}`
  if (target === 'turn') return noticeTargets.turn
  return to_name ?? ''
}

export const wayText = ({ target, at_once }: Pick<GivenRule, 'target' | 'at_once'>): string => {
  if (target === 'endpoint') return 'Immediately'
  return at_once ? 'By email, immediately' : 'By email, in a summary'
}
