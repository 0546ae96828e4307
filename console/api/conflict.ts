/** Changes that crossed those of somebody else: the server refused them (412). */
export interface Conflict<T extends object = object> {
  updates: Record<string, unknown>
  /** The record that the changes were made to. */
  base: T
  /** The record as it is now. */
  theirs: T
}

export const valueOf = (record: object, name: string): unknown => (record as Record<string, unknown>)[name] ?? null
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Fields that both sides changed, to different values. */
export const findConflicts = ({ updates, base, theirs }: Conflict): string[] =>
  Object.keys(updates).filter(
    (name) => !isSame(valueOf(base, name), valueOf(theirs, name)) && !isSame(valueOf(theirs, name), updates[name]),
  )

/** The values that differ from the record's. */
export const findChanges = (base: object, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(valueOf(base, name), value)))

/** The changes without the fields whose value stays theirs. */
export const withoutKept = (updates: Record<string, unknown>, kept: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(updates).filter(([name]) => !kept.has(name)))

/** The text of a value that needs no words of its own. */
export const toPlainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
