const parsed = new Map<string, readonly string[]>()
/** Maximum cached pattern texts; most endpoints use the same ones. */
const MAX_CACHED = 1000

function parsePatterns(events: string): readonly string[] {
  const known = parsed.get(events)
  if (known) return known
  if (parsed.size >= MAX_CACHED) parsed.clear()
  const patterns = JSON.parse(events) as string[]
  parsed.set(events, patterns)
  return patterns
}

/** True if an endpoint's patterns match an event type: `*`, `gear.*` or the type itself. @param events the stored JSON text */
export const matchesPatterns = (events: string, type: string): boolean =>
  parsePatterns(events).some((pattern) => pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))))
