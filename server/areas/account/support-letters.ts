import type { Content, Part } from '#server/platform/letter.ts'

interface Question {
  topic: string
  name: string
  email: string
  phone: string
  question: string
  is_feedback: boolean
  link: string
}
const open = (url: string): Part => ({ action: 'Open the account', url })

/** To support: what a customer wrote. */
export const questionLetter = (one: Question): Content => ({
  subject: `${one.is_feedback ? 'Feedback' : 'Question'} of ${one.name}: ${one.topic}`,
  parts: [
    one.question,
    { list: [`From ${one.name}`, `Email ${one.email}`, ...(one.phone ? [`Phone ${one.phone}`] : [])] },
    open(one.link),
  ],
})
export const feedbackLetter = (one: {
  name: string
  reasons: readonly string[]
  comments: string
  link: string
}): Content => ({
  subject: `Feedback of ${one.name} about the legacy site`,
  parts: [
    ...(one.reasons.length > 0 ? [{ list: one.reasons }] : []),
    one.comments || 'Without a comment.',
    open(one.link),
  ],
})

const link = '/vendors/view/1001'
/** Each letter as it may read, by its name. */
export const samples = {
  questionLetter: questionLetter({
    topic: 'My store',
    name: 'Pat Harbor',
    email: 'pat@example.com',
    phone: '',
    question: 'Why are two products of Cobalt Tools missing in my store?',
    is_feedback: false,
    link,
  }),
  feedbackLetter: feedbackLetter({
    name: 'Pat Harbor',
    reasons: ['Something is missing'],
    comments: 'I printed the list of suppliers there.',
    link,
  }),
}
