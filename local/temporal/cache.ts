import { homedir } from 'node:os'
import { join } from 'node:path'

type Environment = Record<string, string | undefined>

function findPlatformCacheFolder(env: Environment): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
}

/** Returns KITROOM_CACHE_DIR, else `kitroom` in the platform's cache folder. */
export const findCacheFolder = (env: Environment): string =>
  env['KITROOM_CACHE_DIR'] || join(findPlatformCacheFolder(env), 'kitroom')

export const executableName = process.platform === 'win32' ? 'temporal.exe' : 'temporal'

export const toCachedTemporalPath = (env: Environment): string => join(findCacheFolder(env), executableName)
