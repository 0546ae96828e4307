import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Feature } from './features.ts'
import type { KeyScope } from './scopes.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Media types of answers other than JSON. */
type ReplyMedia = 'application/x-ndjson' | 'text/csv'

/** Types of the objects of all planes. */
type ObjectType =
  | 'analytics'
  | 'audit'
  | 'calendars'
  | 'documents'
  | 'events'
  | 'gear'
  | 'keys'
  | 'maintenance'
  | 'profile'
  | 'reminders'
  | 'shoots'
  | 'subscription'
  | 'sync'
  | 'webhooks'
  | 'worker'

type Shape = Readonly<Record<string, z.ZodType>>

/** One endpoint as data: the server validates with it, the client is typed by it, the OpenAPI document is built from it. */
export interface Operation {
  /** Unique name, the `operationId` of the OpenAPI document. */
  readonly id: string
  readonly method: Method
  /** Path under the plane's base, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
  /** Type of the objects that it reads or writes, as audit rows name it. Its OpenAPI tag is the same word. */
  readonly objectType: ObjectType
  /** Scope that an API key must hold, and an owner key that was made with scopes. */
  readonly scope?: KeyScope
  /** Feature that the account's subscription must include. */
  readonly feature?: Feature
  readonly params?: Shape
  /** Query parameters; each schema takes the text as it was sent. */
  readonly query?: Shape
  readonly body?: z.ZodType
  /** `media`: what a success may come as, where that is not JSON. */
  readonly reply: { readonly status: number; readonly body: z.ZodType; readonly media?: readonly [ReplyMedia, ...ReplyMedia[]] }
  /** Codes beyond those that every operation can answer. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of an operation, so that callers and handlers are typed by it. */
export const defineOperation = <const T extends Operation>(operation: T): T => operation

type Nothing = Record<string, never>
type Values<S> = S extends Shape ? { -readonly [K in keyof S]: z.output<S[K]> } : Nothing
type Texts<S> = S extends Shape ? { -readonly [K in keyof S]?: string | number | undefined } : Nothing

/** What a handler gets: parameters, query and body, checked and converted. */
export interface Input<T extends Operation> {
  params: Values<T['params']>
  query: Values<T['query']>
  body: T['body'] extends z.ZodType ? z.output<T['body']> : undefined
}

/** What a caller gives. */
export interface CallInput<T extends Operation> {
  params?: { [K in keyof Values<T['params']>]: string }
  query?: Texts<T['query']>
  body?: T['body'] extends z.ZodType ? z.input<T['body']> : undefined
}

/** The reply's body. */
export type Reply<T extends Operation> = z.output<T['reply']['body']>
