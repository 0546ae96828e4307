export type PathParams = Readonly<Record<string, string>>

/** Reads the parameters of a raw path, without its query; `undefined` if it does not match. */
export type PathMatcher = (path: string) => PathParams | undefined

const escapeLiteral = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Compiles a template such as `/calendars/{token}.ics`. A parameter is at least one character without a slash, as sent:
 * not percent-decoded.
 */
export function compilePath(template: string): PathMatcher {
  // Odd elements are parameter names.
  const parts = template.split(/\{(\w+)\}/)
  const pattern = new RegExp(
    `^${parts.map((part, index) => (index % 2 === 0 ? escapeLiteral(part) : `(?<${part}>[^/]+)`)).join('')}$`,
  )
  return (path) => {
    const match = pattern.exec(path)
    return match ? { ...match.groups } : undefined
  }
}

export interface PathMatch<Route> {
  route: Route
  params: PathParams
}

/**
 * Returns a function that finds the first route whose template matches a raw path, among those that `accepts` allows.
 */
export function createPathTable<Route>(
  routes: readonly Route[],
  templateOf: (route: Route) => string,
): (path: string, accepts?: (route: Route) => boolean) => PathMatch<Route> | undefined {
  const matchers = routes.map((route) => ({ route, match: compilePath(templateOf(route)) }))
  return (path, accepts = () => true) => {
    for (const { route, match } of matchers) {
      const params = accepts(route) ? match(path) : undefined
      if (params) return { route, params }
    }
    return undefined
  }
}
