/**
 * Remembers what was found for a text, since columns repeat their texts. When `limit` texts are known it forgets all:
 * texts that never repeat take neither memory nor the place of others for good.
 */
export function rememberTexts<T>(limit: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const found = find(text)
    if (known.size >= limit) known.clear()
    known.set(text, found)
    return found
  }
}

/** Like `rememberTexts`, for each owner of texts, such as the rules of a column, as long as the owner is used. */
export function rememberTextsOf<O extends object, T>(
  limit: number,
  find: (owner: O, text: string) => T,
): (owner: O, text: string) => T {
  const finders = new WeakMap<O, (text: string) => T>()
  const createFinder = (owner: O) => rememberTexts(limit, (text) => find(owner, text))
  return (owner, text) => finders.getOrInsertComputed(owner, createFinder)(text)
}
