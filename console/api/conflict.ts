/** Changes that the server refused (412), because another person had changed the same record. */
export interface Conflict<T extends object = object> {
  updates: Record<string, unknown>
  /** Record to which the changes were made. */
  base: T
  /** Present record. */
  theirs: T
}

export const valueOf = (record: object, name: string): unknown => (record as Record<string, unknown>)[name] ?? null
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Finds fields that both sides changed, to different values. */
export const findConflicts = ({ updates, base, theirs }: Conflict): string[] =>
  Object.keys(updates).filter(
    (name) => !isSame(valueOf(base, name), valueOf(theirs, name)) && !isSame(valueOf(theirs, name), updates[name]),
  )

/** Finds the values that differ from the record's. */
export const findChanges = (base: object, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(valueOf(base, name), value)))

/** Returns the changes without the fields that keep the other person's value. */
export const withoutKept = (updates: Record<string, unknown>, kept: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(updates).filter(([name]) => !kept.has(name)))

/** Formats a value that needs no special text. */
export const toPlainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
