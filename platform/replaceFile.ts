import { randomUUID } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOENT', 'EXDEV', 'ENAMETOOLONG']

/**
 * Replaces the text of a file that exists, in one step, with its permissions. A link stays a link.
 * @returns false if this process may not, for example because the folder is read-only
 */
export function replaceFile(path: string, text: string): boolean {
  try {
    const target = realpathSync(path)
    const draft = `${target}.${randomUUID()}.new`
    try {
      writeFileSync(draft, text, { mode: statSync(target).mode & 0o777, flag: 'wx' })
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
    return true
  } catch (error) {
    if (REFUSALS.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
