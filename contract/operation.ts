import type { z } from 'zod'

type Schema = z.core.$ZodType
type ObjectSchema = z.core.$ZodObject

/** Who may call: nobody signed in; any signed-in person, own account only; any staff; staff who may move money; admins (behaviour.md, People and permissions). */
export type Access = 'public' | 'account' | 'staff' | 'money' | 'admin'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}` | `/api-public/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  /** How the body travels; JSON where not said. */
  readonly encoding?: 'form' | 'multipart'
  /** The JSON answer's schema, or the kind of a raw one. */
  readonly answer: Schema | 'file' | 'events' | 'empty'
  /** The schema of one server-sent event, with `answer: 'events'`. */
  readonly event?: Schema
}

/** What a caller must know of an operation to send it: all that the browser loads of the contract. */
export type Called = Pick<Operation, 'method' | 'path' | 'encoding'>

/** The names between braces in a path. */
export type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer R}` ? K | PathKeys<R> : never

type PathAgrees<E extends Operation> = [PathKeys<E['path']>] extends [never]
  ? E extends { params: Schema }
    ? { params: 'the path has no parameters' }
    : unknown
  : E extends { params: infer Z extends ObjectSchema }
    ? [PathKeys<E['path']>] extends [keyof z.output<Z>]
      ? [keyof z.output<Z>] extends [PathKeys<E['path']>]
        ? unknown
        : { params: 'the schema has keys the path lacks' }
      : { params: 'the path has keys the schema lacks' }
    : { params: 'a schema for the path parameters is missing' }

/** Declares one operation; a path that disagrees with its parameters fails the type check. */
export const operation = <const E extends Operation>(e: E & PathAgrees<E>): E => e

export type Area = { readonly [name: string]: Operation }
export type Contract = { readonly [area: string]: Area }

type In<Z> = Z extends Schema ? z.input<Z> : never
type Out<Z> = Z extends Schema ? z.output<Z> : never
type Part<E, K extends string, T> = E extends { [k in K]: Schema } ? { [k in K]: T } : unknown

/** What a caller gives. */
export type Input<E extends Operation> = Part<E, 'params', In<E['params']>> &
  (E extends { query: infer Q } ? (Record<never, never> extends In<Q> ? { query?: In<Q> } : { query: In<Q> }) : unknown) &
  Part<E, 'body', In<E['body']>>
/** What a server function gets: parsed, with defaults filled in. */
export type Parsed<E extends Operation> = Part<E, 'params', Out<E['params']>> & Part<E, 'query', Out<E['query']>> & Part<E, 'body', Out<E['body']>>
/** What a server function returns. */
export type Answer<E extends Operation> = E['answer'] extends Schema ? z.input<E['answer']> : void
/** What a caller receives. */
export type Result<E extends Operation> = E['answer'] extends Schema ? z.output<E['answer']> : void

export function* operations(contract: Contract): Generator<{ area: string; name: string; op: Operation }> {
  for (const [area, ops] of Object.entries(contract)) for (const [name, op] of Object.entries(ops)) yield { area, name, op }
}
