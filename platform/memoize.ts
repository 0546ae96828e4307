/** Caches the results of a pure function. It clears the cache when there are too many. */
export function memoize<Key, Value>(compute: (key: Key) => Value, maxEntries: number): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    if (values.size >= maxEntries) values.clear()
    const value = compute(key)
    values.set(key, value)
    return value
  }
}
