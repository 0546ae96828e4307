import { SETTINGS_BASE } from '../../contract/settingsOperations.ts'
import { createApi, type Api } from './api.ts'

/** A client of the settings plane with an owner key. Paths are relative to that plane. */
export function createSettings(url: string, ownerKey: string): Api {
  const api = createApi(url, ownerKey)
  const at = (path: string): string => (path.startsWith('//') ? path : `/${SETTINGS_BASE}${path}`)
  return {
    ...api,
    send: (method, path, options) => api.send(method, at(path), options),
    get: (path, headers) => api.get(at(path), headers),
    post: (path, body, headers) => api.post(at(path), body, headers),
    patch: (path, body, headers) => api.patch(at(path), body, headers),
    delete: (path, headers) => api.delete(at(path), headers),
    as: (otherKey) => createSettings(url, otherKey ?? ''),
  }
}
