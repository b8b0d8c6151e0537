import type { Handlers } from '#server/platform/http/http.ts'
import { acknowledgeSystemMessages } from './acknowledge-system-messages.ts'
import { listNoticeDeliveries, listNoticeEndpoints } from './endpoints/read.ts'
import {
  addNoticeEndpoint,
  changeNoticeSecret,
  deleteNoticeEndpoint,
  saveNoticeEndpoint,
} from './endpoints/save-endpoint.ts'
import { resendNoticeDelivery, testNoticeEndpoint } from './endpoints/test-endpoint.ts'
import { listNoise } from './rules/list-noise.ts'
import { getNoticeHours, saveNoticeHours } from './rules/notice-hours.ts'
import { listNoticeRules } from './rules/read-rules.ts'
import { deleteNoticeRule, saveNoticeRule } from './rules/save-rule.ts'
import { addNoticeSilence, endNoticeSilence, listNoticeSilences } from './rules/silences.ts'
import { tryNoticeRule } from './rules/try-rule.ts'
import { addNoticeTurn, listNoticeTurns, removeNoticeTurn } from './rules/turns.ts'
import { dismissReadMessages } from './dismiss-read-messages.ts'
import { dismissSystemMessages } from './dismiss-system-messages.ts'
import { listSystemMessageEvents } from './list-events.ts'
import { listSystemMessages } from './list-system-messages.ts'
import { setJiraTicket } from './set-jira-ticket.ts'
import { snoozeSystemMessage } from './snooze-system-message.ts'
import { takeSystemMessage } from './take-system-message.ts'
import { watchSystemMessages } from './watch-messages.ts'

export const notificationRoutes: Handlers<'notifications'> = {
  listSystemMessages,
  acknowledgeSystemMessages,
  dismissSystemMessages,
  dismissReadMessages,
  setJiraTicket,
  takeSystemMessage,
  snoozeSystemMessage,
  listSystemMessageEvents,
  watchSystemMessages,
  listNoticeRules,
  saveNoticeRule,
  deleteNoticeRule,
  tryNoticeRule,
  getNoticeHours,
  saveNoticeHours,
  listNoticeSilences,
  addNoticeSilence,
  endNoticeSilence,
  listNoticeTurns,
  addNoticeTurn,
  removeNoticeTurn,
  listNoise,
  listNoticeEndpoints,
  addNoticeEndpoint,
  saveNoticeEndpoint,
  changeNoticeSecret,
  deleteNoticeEndpoint,
  testNoticeEndpoint,
  listNoticeDeliveries,
  resendNoticeDelivery,
}
