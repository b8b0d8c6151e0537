import {
  Button,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { isEmail } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import { topics } from '#contract/account/topics.ts'
import type { Account } from '#contract/session/account.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { Restored, useDraft } from '../../ui/form/useDraft.tsx'
import { submitting } from '../../ui/act/submit.ts'
import { LoadError, Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { readOnly } from '../../viewing.ts'
import { Link } from '@tanstack/react-router'

export default function ContactUs() {
  const { data, error, refetch } = useQuery(api.getAccountDetails.query())
  const [isSent, setIsSent] = useState(false)
  return (
    <Page title="Contact Us" answer={isSent ? null : 'We usually reply within one business day.'}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} />}
      {isSent && <Thanks writeAgain={() => setIsSent(false)} />}
      {data && !isSent && <Form account={data} onSent={() => setIsSent(true)} />}
    </Page>
  )
}

function Thanks({ writeAgain }: { writeAgain: () => void }) {
  return (
    <Stack align="flex-start" role="status">
      <p className="verdict">Thank you. We got your message.</p>
      <Text>We’ll reply to the email address you entered.</Text>
      <Button variant="default" onClick={writeAgain}>
        Send another message
      </Button>
    </Stack>
  )
}

const url = z.object({ about: z.enum(['store']).optional().catch(undefined) })
/** What we need to know to connect a store. */
const connectText = 'I’d like to connect my store.\nPlatform, such as Shopify: \nStore URL: '

const kinds = [
  { value: 'question', label: 'I have a question' },
  { value: 'feedback', label: 'I have feedback' },
]

function Form({ account, onSent }: { account: Account; onSent: () => void }) {
  const { contact, email } = account
  const [{ about }] = useUrl(url)
  const form = useForm({
    initialValues: {
      kind: 'question',
      topic: (about === 'store' ? 'My store' : null) as (typeof topics)[number] | null,
      name: `${contact.first_name} ${contact.last_name}`.trim(),
      email,
      phone: contact.phone,
      question: about === 'store' ? connectText : '',
    },
    validate: {
      topic: (topic) => (topic ? null : 'Choose a topic'),
      name: (name) => (name.trim() ? null : 'Enter your name'),
      email: (address) => (isEmail(address.trim()) ? null : messages.notificationEmailWrong),
      question: (question) => (question.trim() ? null : 'Enter your question or message'),
    },
  })
  const { act, busy } = useAct({
    run: () => {
      const { kind, topic, ...rest } = form.values
      return api.contactUs({ body: { ...rest, topic: topic!, is_feedback: kind === 'feedback' } })
    },
    after: onSent,
    handlesError: (error) => {
      form.setErrors((error as { fields?: Record<string, string> }).fields ?? {})
      return false
    },
  })
  const isRestored = useDraft('contact us', form.isDirty() && !busy, {
    read: () => form.values,
    restore: (values) => form.setValues(values),
  })
  return (
    <form noValidate onSubmit={submitting(form, () => act())}>
      <LeaveGuard changes={form.isDirty('question') && !busy ? 1 : 0} />
      <Stack maw={640}>
        {isRestored && <Restored />}
        <Radio.Group label="What brings you here?" {...form.getInputProps('kind')}>
          <Group mt={4} gap="md">
            {kinds.map((kind) => (
              <Radio key={kind.value} {...kind} />
            ))}
          </Group>
        </Radio.Group>
        <Select
          label="Topic"
          placeholder="Choose a topic"
          data={[...topics]}
          {...form.getInputProps('topic')}
        />
        <Textarea
          label={form.values.kind === 'feedback' ? 'Your message' : 'Your question'}
          autosize
          minRows={5}
          maxLength={5000}
          {...form.getInputProps('question')}
        />
        <TextInput label="Your name" autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone"
            description="If you’d prefer a call"
            type="tel"
            autoComplete="tel"
            maxLength={50}
            {...form.getInputProps('phone')}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" size="md" loading={busy} disabled={Boolean(readOnly)} title={readOnly}>
            Send message
          </Button>
        </Group>
        <Text>
          Miss the old site?{' '}
          <Link className="link" to={links.legacyFeedback()}>
            Tell us what you preferred
          </Link>
        </Text>
      </Stack>
    </form>
  )
}
