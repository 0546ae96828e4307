import type { Plane } from '../../contract/planes.ts'
import type { Route } from './route.ts'

/** Credential of a request: a key in its Authorization header, or the cookie of a session. */
export type Credential = 'key' | 'session'

interface PathRoutes {
  plane: Plane
  credential: Credential
  /** Path template below the plane's base, for audit rows and documents. */
  route: string
  template: string
  methods: Map<string, Route>
  allow: string
}

export interface Match {
  pathRoutes: PathRoutes
  segment: string
}

export interface Router {
  match(path: string): Match | undefined
}

const formatAllowHeader = (methods: Iterable<string>): string => {
  const names = new Set(methods)
  if (names.has('GET')) names.add('HEAD')
  names.add('OPTIONS')
  return [...names].toSorted().join(', ')
}

/** Placeholder of ids in the keys of paths. Real paths cannot contain unescaped braces. */
const ID = '{id}'

/** Matches exact paths, paths ending in `{id}`, and paths with one word after it (`/keys/{id}/rotate`). */
export function createRouter(
  planes: readonly { plane: Plane; routes: readonly Route[]; credential?: Credential }[],
): Router {
  const paths = new Map<string, PathRoutes>()
  for (const { plane, routes, credential = 'key' } of planes) {
    for (const route of routes) {
      const { path, method } = route.operation
      const pathRoutes = paths.get(plane.base + path) ?? {
        plane,
        credential,
        route: path,
        template: plane.base + path,
        methods: new Map<string, Route>(),
        allow: '',
      }
      pathRoutes.methods.set(method, route)
      pathRoutes.allow = formatAllowHeader(pathRoutes.methods.keys())
      paths.set(plane.base + path, pathRoutes)
    }
  }
  const matchWithId = (path: string, from: number, to: number): Match | undefined => {
    const pathRoutes = from < to ? paths.get(path.slice(0, from) + ID + path.slice(to)) : undefined
    return pathRoutes && { pathRoutes, segment: path.slice(from, to) }
  }
  return {
    match(path) {
      const lastSlash = path.lastIndexOf('/')
      const pathRoutes = paths.get(path)
      if (pathRoutes && !path.includes(ID)) return { pathRoutes, segment: '' }
      return (
        matchWithId(path, lastSlash + 1, path.length) ??
        matchWithId(path, path.lastIndexOf('/', lastSlash - 1) + 1, lastSlash)
      )
    },
  }
}
