import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Environment of a child process that parses untrusted files. It has no secrets, only the compile cache, which halves
 * the start time.
 */
export function buildChildEnvironment(): Record<string, string> {
  // Node returns a subfolder for its version; the child needs the parent folder.
  const versionDir = getCompileCacheDir()
  return versionDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(versionDir) }
}
