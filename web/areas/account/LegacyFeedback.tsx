import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { legacyReasons, thanksMs } from '#contract/account/topics.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { Restored, useDraft } from '../../ui/form/useDraft.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { readOnly } from '../../viewing.ts'

/** What the legacy site did better; shows thanks for a moment, then leads on to the account. */
export default function LegacyFeedback() {
  const [reasons, setReasons] = useState<readonly (typeof legacyReasons)[number][]>([])
  const [comments, setComments] = useState('')
  const [isSent, setIsSent] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(() => void navigate({ href: links.accountDetails() }), thanksMs)
    return () => clearTimeout(timer)
  }, [isSent, navigate])
  const { act, busy } = useAct({
    run: () => api.giveLegacyFeedback({ body: { comments, reasons: [...reasons] } }),
    after: () => setIsSent(true),
  })
  const isRestored = useDraft(
    'feedback',
    (comments.trim() !== '' || reasons.length > 0) && !busy && !isSent,
    {
      read: () => ({ reasons, comments }),
      restore: (draft) => {
        setReasons(draft.reasons)
        setComments(draft.comments)
      },
    },
  )
  const missing =
    readOnly ?? (reasons.length === 0 && !comments.trim() ? 'Choose a reason or enter a comment' : undefined)
  if (isSent)
    return (
      <Page title="Feedback">
        <p className="verdict" role="status">
          Thank you! We read all feedback. Taking you to your account…
        </p>
      </Page>
    )
  return (
    <Page title="Feedback" answer="What did the old site do better? Your feedback helps us improve this one.">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (!missing) act()
        }}
      >
        <LeaveGuard changes={comments.trim() && !busy ? 1 : 0} />
        <Stack maw={640}>
          {isRestored && <Restored />}
          <Checkbox.Group
            label="What’s worse than before?"
            value={[...reasons]}
            onChange={(value) => setReasons(legacyReasons.filter((reason) => value.includes(reason)))}
          >
            <Stack gap={4} mt={4}>
              {legacyReasons.map((reason) => (
                <Checkbox key={reason} value={reason} label={reason} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Textarea
            label="Comments"
            autosize
            minRows={4}
            maxLength={5000}
            value={comments}
            onChange={(e) => setComments(e.currentTarget.value)}
          />
          <Group>
            <Button type="submit" size="md" loading={busy} disabled={Boolean(missing)}>
              Send feedback
            </Button>
            {missing && (
              <Text size="sm" c="dimmed">
                {missing}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Page>
  )
}
