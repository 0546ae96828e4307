import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walls } from '../../tools/lint/walls.ts'

const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const rows = [...text.matchAll(/^\| `([\w/]+\/)` +\| [^|]+ \| ([^|]+) \|$/gm)].map(([, folder = '', imports = '']) => ({
  folder,
  imports: imports.trim(),
}))
const listedFolders = Object.keys(walls).filter((path) => /^\w+\/$/.test(path) || walls[path]?.isRoom)

function allowedBy(imports: string, foldersAbove: readonly string[]): string[] {
  if (imports === 'nothing') return []
  if (imports.startsWith('all above but ')) {
    const refusedFolders = imports
      .slice('all above but '.length)
      .split(' and ')
      .map((name) => `${name}/`)
    return foldersAbove.filter((folder) => !refusedFolders.includes(folder))
  }
  return imports
    .split(', ')
    .filter((name) => name !== 'types')
    .map((name) => (name.startsWith('`') ? name.replaceAll('`', '') : `${name}/`))
}

it('the table of ARCHITECTURE.md has every folder and room of tools/lint/walls.ts', () => {
  expect(rows.map(({ folder }) => folder).toSorted()).toEqual(listedFolders.toSorted())
})

it.each(rows.map(({ folder, imports }, index) => [folder, imports, index] as const))(
  '%s may import %s',
  (folder, imports, index) => {
    const foldersAbove = rows.slice(0, index).map((row) => row.folder)
    expect(allowedBy(imports, foldersAbove).toSorted()).toEqual([...(walls[folder]?.mayImport ?? [])].toSorted())
  },
)
