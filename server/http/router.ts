import type { Route } from './route.ts'

interface Place {
  /** Path with placeholders, relative to the base: what audit rows and documents call it. */
  route: string
  /** By HTTP method. */
  methods: Map<string, Route>
  allow: string
}

export interface Match {
  place: Place
  /** The undecoded `{id}` segment, if the path has one. */
  segment: string
}

export interface Router {
  match(path: string): Match | undefined
}

const withHead = (methods: Iterable<string>): string => {
  const names = new Set(methods)
  if (names.has('GET')) names.add('HEAD')
  names.add('OPTIONS')
  return [...names].toSorted().join(', ')
}

/** Finds routes by path: exact paths, and paths with one `{id}` at the end. */
export function createRouter(base: string, routes: readonly Route[]): Router {
  const exact = new Map<string, Place>()
  const byId = new Map<string, Place>()
  for (const route of routes) {
    const { path, method } = route.operation
    const places = path.endsWith('/{id}') ? byId : exact
    const key = base + (path.endsWith('/{id}') ? path.slice(0, -'{id}'.length) : path)
    const place = places.get(key) ?? { route: path, methods: new Map<string, Route>(), allow: '' }
    place.methods.set(method, route)
    place.allow = withHead(place.methods.keys())
    places.set(key, place)
  }
  return {
    match(path) {
      const place = exact.get(path)
      if (place) return { place, segment: '' }
      const slash = path.lastIndexOf('/') + 1
      const parent = slash < path.length ? byId.get(path.slice(0, slash)) : undefined
      return parent && { place: parent, segment: path.slice(slash) }
    },
  }
}
