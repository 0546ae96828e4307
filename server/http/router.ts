import type { Plane } from '../../contract/planes.ts'
import type { Route } from './route.ts'

/** What lies at one path. */
export interface Place {
  plane: Plane
  /** Path with placeholders, relative to the plane's base: what audit rows and documents call it. */
  route: string
  /** The same with the plane's base: what metrics call it. */
  template: string
  /** By HTTP method. */
  methods: Map<string, Route>
  allow: string
}

interface Match {
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

/** Stands for an id in the keys of places. No path holds it: braces are not allowed there unescaped, and escaped ones are longer. */
const ID = '{id}'

/** Finds routes by path: exact paths, paths that end with one `{id}`, and paths with one word after it (`/keys/{id}/rotate`). */
export function createRouter(planes: readonly { plane: Plane; routes: readonly Route[] }[]): Router {
  const places = new Map<string, Place>()
  for (const { plane, routes } of planes) {
    for (const route of routes) {
      const { path, method } = route.operation
      const place = places.get(plane.base + path) ?? { plane, route: path, template: plane.base + path, methods: new Map<string, Route>(), allow: '' }
      place.methods.set(method, route)
      place.allow = withHead(place.methods.keys())
      places.set(plane.base + path, place)
    }
  }
  const withId = (path: string, from: number, to: number): Match | undefined => {
    const place = from < to ? places.get(path.slice(0, from) + ID + path.slice(to)) : undefined
    return place && { place, segment: path.slice(from, to) }
  }
  return {
    match(path) {
      const last = path.lastIndexOf('/')
      const place = places.get(path)
      if (place && !path.includes(ID)) return { place, segment: '' }
      return withId(path, last + 1, path.length) ?? withId(path, path.lastIndexOf('/', last - 1) + 1, last)
    },
  }
}
