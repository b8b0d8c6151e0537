import { z } from 'zod'
import { count, id, line, text } from '../inputs.ts'
import { fieldFaults } from './field-rules.ts'
import { handleShape } from './handles.ts'

/** The type of a field; information is only read, default is one value that nobody is asked for. */
export const fieldTypes = {
  text: 'Text',
  number: 'Number',
  email: 'Email',
  url: 'URL',
  password: 'Password',
  select: 'Menu',
  checkbox: 'Checkbox',
  radio: 'Radio buttons',
  information: 'Information',
  default: 'Default value',
} as const
export type FieldType = keyof typeof fieldTypes

export const connectionTypes = {
  store: 'Store',
  setting: 'Integration setting',
  market: 'Market configuration',
} as const
export type ConnectionType = keyof typeof connectionTypes

const condition = z.object({
  field_handle: line(120, 'Choose a field'),
  value: text(400),
  not_equal: z.boolean(),
})
export type Condition = z.output<typeof condition>

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as [keyof T & string]
/** A field without its id and place: what its form shows. */
export const fieldDescription = z.object({
  field_name: line(100, 'Enter a name'),
  field_handle: line(120).regex(handleShape, 'Use lowercase letters, digits and single underscores'),
  field_data_type: z.enum(namesOf(fieldTypes)),
  field_data_options: z.object({
    /** Blank and duplicate options are refused where a menu is made of them (`fieldFaults`). */
    choices: z.array(z.object({ value: line(200), label: line(200) })).max(200),
    /** The text of information, the value of a default; for any other field its hint. */
    text: text(2000),
  }),
  required: z.boolean(),
  show_hide_for_market: z
    .object({ show: z.boolean(), market_ids: z.array(id).min(1, 'Choose a market').max(100) })
    .nullable()
    .describe('markets where the field is shown or hidden; null: shown in all'),
  seeded_from_auth_field: line(100).describe('authorization field used as the first value; empty: none'),
  connects_with_type: z.enum(namesOf(connectionTypes)).nullable(),
  connects_with: line(100),
  conditions: z.array(condition).max(10),
})
export type FieldDescription = z.output<typeof fieldDescription>

export const mostFields = 100
export const tooManyFields = `A platform has at most ${mostFields} fields`
const givenField = fieldDescription.extend({
  platform_field_id: id.optional().describe('omit to add a field'),
  field_handle: fieldDescription.shape.field_handle
    .optional()
    .describe(
      'omit to derive it from the name, with a number if taken; an existing field’s handle can’t change',
    ),
  field_order: count(0, 1000),
})
export type GivenField = z.output<typeof givenField>

/** Some of a platform's fields: whether they are consistent depends on those that stay. */
export const givenFields = z.array(givenField).max(mostFields, tooManyFields)
/** All fields, which must be consistent with each other. */
export const allFields = givenFields.superRefine((fields, ctx) => {
  for (const [path, message] of Object.entries(fieldFaults(fields)))
    ctx.addIssue({ code: 'custom', path: path.split('.'), message })
})

export const keptField = fieldDescription.extend({ platform_field_id: z.number(), field_order: z.number() })
export type KeptField = z.output<typeof keptField>
