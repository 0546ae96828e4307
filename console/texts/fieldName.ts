import type { operations } from '../../contract/api/operations.ts'
import type { consoleOperations } from '../../contract/console.ts'
import type { controlOperations } from '../../contract/control/operations.ts'
import type { Input, Operation } from '../../contract/operation.ts'
import type { settingsOperations } from '../../contract/settings/operations.ts'

/** Names of an object's members, and of those of its members. */
type Names<T> = T extends readonly (infer Entry)[] ? Names<Entry> : T extends object ? MemberNames<T> : never
type MemberNames<T> = {
  [K in keyof T & string]-?: string extends K ? never : K | Names<NonNullable<T[K]>>
}[keyof T & string]

type NamesOf<T extends Operation> = T extends Operation
  ? Names<Input<T>['body']> | Names<Input<T>['query']> | Names<Input<T>['params']>
  : never

/** Name of a field, query parameter or path parameter of the contract: any value that an error can be about. */
export type FieldName = NamesOf<
  | (typeof operations)[number]
  | (typeof settingsOperations)[number]
  | (typeof consoleOperations)[number]
  | (typeof controlOperations)[number]
>
