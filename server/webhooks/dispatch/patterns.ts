const parsed = new Map<string, readonly string[]>()
/** What is kept of the texts that were read; endpoints mostly want the same. */
const MAX_KEPT = 1000

function read(events: string): readonly string[] {
  const known = parsed.get(events)
  if (known) return known
  if (parsed.size >= MAX_KEPT) parsed.clear()
  const patterns = JSON.parse(events) as string[]
  parsed.set(events, patterns)
  return patterns
}

/**
 * Whether an endpoint wants events of a type: by `*`, by the kind as in `gear.*`, or by the type itself.
 * @param events its patterns as they are stored, JSON text
 */
export const wants = (events: string, type: string): boolean =>
  read(events).some((pattern) => pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))))
