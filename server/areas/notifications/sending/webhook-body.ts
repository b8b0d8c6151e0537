import type { EndpointForm } from '#contract/notifications/endpoints.ts'
import { kinds, severities, severityLevel, type NoticeKind } from '#contract/notifications/kinds.ts'

export interface WebhookNotice {
  id: number
  event_key: string | null
  kind: NoticeKind
  severity: number
  message: string
  link: string | null
  count: number
  began_tm: string
  ended_tm: string | null
  version: number
}
export type WebhookPhase = 'begin' | 'flapping' | 'reminder' | 'end' | 'test'

const typeOf: Record<WebhookPhase, string> = {
  begin: 'notification.opened',
  flapping: 'notification.flapping',
  reminder: 'notification.reminder',
  end: 'notification.ended',
  test: 'notification.test',
}
const longestText = 2900

/**
 * What an endpoint is sent. A message with a lower `version` than one already received is older than it.
 * @param publicUrl the app's address, without a slash at its end
 */
export function webhookBody(
  form: EndpointForm,
  { notice, phase, sent_tm }: { notice: WebhookNotice; phase: WebhookPhase; sent_tm: string },
  publicUrl: string,
): string {
  const url = publicUrl + (notice.link ?? '/notifications')
  const text = textOf(notice, phase).slice(0, longestText)
  if (form === 'slack') return JSON.stringify(slackMessage(text, url))
  if (form === 'teams') return JSON.stringify(teamsMessage(text, url))
  const { id, event_key, kind, severity, message, count, began_tm, ended_tm, version } = notice
  return JSON.stringify({
    type: typeOf[phase],
    timestamp: sent_tm,
    data: {
      id,
      key: event_key,
      kind,
      kind_name: kinds[kind].name,
      severity: severities[severity],
      message,
      link: url,
      count,
      began_tm,
      ended_tm,
      version,
    },
  })
}

function textOf({ message, severity }: WebhookNotice, phase: WebhookPhase): string {
  if (phase === 'test') return `Test message. ${message}`
  if (phase === 'end') return `Resolved: ${message}`
  if (phase === 'flapping') return `Keeps coming back: ${message}`
  if (phase === 'reminder') return `No one is assigned: ${message}`
  return severity === severityLevel('urgent') ? `Urgent: ${message}` : message
}

const slackMarks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** An incoming webhook's message: `text` is what a phone shows. */
function slackMessage(text: string, url: string) {
  const escaped = text.replace(/[&<>]/g, (mark) => slackMarks[mark] ?? mark)
  return {
    text: escaped,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `${escaped}\n<${url}|Open in Feedstock>` } }],
  }
}

/** A card for a workflow that posts what a webhook receives. */
const teamsMessage = (text: string, url: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Feedstock', url }],
      },
    },
  ],
})
