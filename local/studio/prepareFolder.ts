import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Node's recursive mkdir hides the cause of a failure, and loops where the system denies an existing folder.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates the data folder and its logs folder. @throws a system error with the path when it is not writable */
export function prepareFolder(dataFolder: string): void {
  makeFolder(dataFolder)
  accessSync(dataFolder, constants.W_OK)
  makeFolder(join(dataFolder, 'logs'))
}
