import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { createApi, type Api } from './api.ts'

/** A client of the settings plane with an owner key. Paths are relative to that plane. */
export function createSettings(url: string, ownerKey: string): Api {
  const api = createApi(url, ownerKey)
  const fullPath = (path: string): string => (path.startsWith('//') ? path : `/${SETTINGS_BASE}${path}`)
  return {
    ...api,
    send: (method, path, options) => api.send(method, fullPath(path), options),
    get: (path, headers) => api.get(fullPath(path), headers),
    post: (path, body, headers) => api.post(fullPath(path), body, headers),
    patch: (path, body, headers) => api.patch(fullPath(path), body, headers),
    delete: (path, headers) => api.delete(fullPath(path), headers),
    as: (otherKey) => createSettings(url, otherKey ?? ''),
  }
}
