import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Node's own recursive mkdir hides why it failed, and never ends where the system says of a folder that is there that it is not.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes the data folder with its folder of logs. @throws an error of the system that names the path, where this user may not write */
export function prepareFolder(dataFolder: string): void {
  makeFolder(dataFolder)
  accessSync(dataFolder, constants.W_OK)
  makeFolder(join(dataFolder, 'logs'))
}
