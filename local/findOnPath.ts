import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const EXTENSIONS = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export function findOnPath(name: string, path: string | undefined): string | undefined {
  const folders = (path ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => EXTENSIONS.map((extension) => join(folder, name + extension))).find(isExecutable)
}
