import type { z } from 'zod'
import type { ControlErrorCode } from './controlErrors.ts'
import type { ErrorCode } from './errors.ts'
import type { Feature } from './features.ts'
import type { KeyScope } from './scopes.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type ReplyMedia = 'application/x-ndjson' | 'text/csv'

type ObjectType =
  | 'analytics'
  | 'audit'
  | 'calendars'
  | 'categories'
  | 'documents'
  | 'events'
  | 'fields'
  | 'gear'
  | 'google'
  | 'keys'
  | 'maintenance'
  | 'profile'
  | 'reminders'
  | 'sessions'
  | 'shoots'
  | 'subscription'
  | 'sync'
  | 'webhooks'
  | 'worker'

type Shape = Readonly<Record<string, z.ZodType>>

/**
 * One endpoint as data: the server validates with it, the client derives its types from it, and OpenAPI is generated
 * from it.
 */
export interface Operation<Code extends string = ErrorCode | ControlErrorCode> {
  readonly id: string
  readonly method: Method
  /** Path below the plane's base, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
  /** Type of the objects that it reads or writes, for audit rows and as OpenAPI tag. */
  readonly objectType: ObjectType
  /** Scope required of API keys, and of owner keys with scopes. */
  readonly scope?: KeyScope
  readonly feature?: Feature
  readonly params?: Shape
  /** Query parameters. Each schema parses the text as sent. */
  readonly query?: Shape
  /** Query parameters whose names begin with a prefix: they are passed as the query's member `name`, without it. */
  readonly queryMap?: { readonly name: string; readonly prefix: string; readonly schema: z.ZodType<string> }
  readonly body?: z.ZodType
  /** `media`: media types of a successful reply that is not JSON. */
  readonly reply: {
    readonly status: number
    readonly body: z.ZodType
    readonly media?: readonly [ReplyMedia, ...ReplyMedia[]]
  }
  /** Error codes besides those common to all operations. */
  readonly errors: readonly Code[]
}

/** An endpoint of the API or of its settings. */
export type ApiOperation = Operation<ErrorCode>

export const defineOperation = <const T extends ApiOperation>(operation: T): T => operation

/** An endpoint of the worker's control plane. */
export const defineControlOperation = <const T extends Operation<ControlErrorCode>>(operation: T): T => operation

/**
 * Finds the scope that a control operation requires of an owner key with scopes. A GET reads, unless the operation
 * names its scope.
 */
export const controlScopeOf = ({ method, scope }: Operation): KeyScope =>
  scope ?? (method === 'GET' ? 'automation:read' : 'automation:write')

type NoValues = Record<string, never>
type ParsedValues<S> = S extends Shape ? { -readonly [K in keyof S]: z.output<S[K]> } : NoValues
type TextValues<S> = S extends Shape ? { -readonly [K in keyof S]?: string | number | undefined } : NoValues

type ParsedMap<T> = T extends { name: infer Name extends string }
  ? { [K in Name]: Readonly<Record<string, string>> }
  : unknown
type TextMap<T> = T extends { prefix: infer Prefix extends string } ? { [K in `${Prefix}${string}`]?: string } : unknown

export interface Input<T extends Operation> {
  params: ParsedValues<T['params']>
  query: ParsedValues<T['query']> & ParsedMap<T['queryMap']>
  body: T['body'] extends z.ZodType ? z.output<T['body']> : undefined
}

export interface CallInput<T extends Operation> {
  params?: { [K in keyof ParsedValues<T['params']>]: string }
  query?: TextValues<T['query']> & TextMap<T['queryMap']>
  body?: T['body'] extends z.ZodType ? z.input<T['body']> : undefined
}

export type Reply<T extends Operation> = z.output<T['reply']['body']>
