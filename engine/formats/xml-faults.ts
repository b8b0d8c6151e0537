import { clause } from '#contract/sentence.ts'
import { FeedFailure } from '../failure.ts'

/** Where an element was opened. */
interface OpenTag {
  name: string
  line: number
  column: number
}

const texts: Readonly<Record<string, string>> = {
  'undefined entity': 'an entity such as “&nbsp;” isn’t defined',
  'malformed character entity': 'an entity such as “&#8364;” has a wrong number',
  'disallowed character': 'a character isn’t allowed in XML',
  'disallowed character in tag name': 'a “<” isn’t the start of a tag',
  'disallowed character in closing tag': 'a closing tag has a character that isn’t allowed',
  'disallowed character in attribute name': 'an attribute’s name has a character that isn’t allowed',
  'no whitespace between attributes': 'a space is missing between two attributes',
  'attribute without value': 'an attribute has no value',
  'unquoted attribute value': 'an attribute’s value isn’t in quotes',
  'text data outside of root node': 'text is outside the first element',
  'documents may contain only one root': 'a second element follows the first one’s end',
  'document must contain a root element': 'it has no element',
  'unexpected end': 'it ends within a tag',
}

/**
 * What is wrong with a document, in words.
 * @param message the parser's
 * @param closedTag the element that an outer one's end closed, too
 */
export function xmlFault(
  message: string,
  { line, column }: { line: number; column: number },
  closedTag?: OpenTag,
): FeedFailure {
  const reason = clause(message.replace(/^\d+:\d+: /, ''))
  const refuse = (text: string, place: { line: number; column: number }) =>
    new FeedFailure('not_well_formed', `The XML isn’t valid: ${text}`, place.line, place.column)
  if (closedTag && (reason === 'unexpected close tag' || reason.startsWith('unclosed tag')))
    return refuse(`<${closedTag.name.slice(0, 60)}> is never closed`, closedTag)
  const [, name] = /^unmatched closing tag: (.{1,60})/.exec(reason) ?? []
  if (name !== undefined)
    return refuse(`</${name}> closes no open element`, {
      line,
      column: Math.max(1, column - name.length - 2),
    })
  const [, attribute] = /^duplicate attribute: (.{1,60})/.exec(reason) ?? []
  const text =
    attribute === undefined ? (texts[reason] ?? reason) : `the attribute “${attribute}” is there twice`
  return refuse(`${text}, at column ${column}`, { line, column })
}
