import { dirname, relative, resolve } from 'node:path'
import { plainWords, subjectFirst } from './plainWords.ts'
import { roomFloors } from './roomFloors.ts'
import { testClock } from './testClock.ts'
import { tupleExpectations } from './tupleExpectations.ts'
import { dialectFolder, packageFolders, resourceFolder, walls, type Wall } from './walls.ts'

interface Node {
  type: string
  source?: { value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: { importKind?: string; exportKind?: string }[]
  operator?: string
  left?: { value?: unknown }
  right?: { value?: unknown }
}

interface Context {
  filename: string
  cwd: string
  report(problem: { node: Node; message: string }): void
}

const toSlashes = (path: string): string => path.replaceAll('\\', '/')
const isUnder = (path: string, place: string): boolean =>
  path === place || (place.endsWith('/') && path.startsWith(place))

const rooms = Object.keys(walls).filter((place) => walls[place]?.isRoom)

/** True if an import of `place` includes the file: it is not in a room inside of `place`. */
const includes = (place: string, file: string): boolean =>
  isUnder(file, place) && !rooms.some((room) => isUnder(file, room) && !isUnder(place, room))

function wallFor(file: string): [string, Wall] | undefined {
  return Object.entries(walls)
    .filter(([place]) => isUnder(file, place))
    .toSorted(([a], [b]) => b.length - a.length)[0]
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const names = node.specifiers ?? []
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}

function packageFault(wall: Wall, file: string, name: string): string | undefined {
  const onlyFolder = packageFolders[name.split('/')[0] ?? '']
  if (onlyFolder !== undefined && !file.startsWith(onlyFolder)) return `only ${onlyFolder} may import ${name}`
  if (wall.onlyPackages) {
    if (!wall.onlyPackages.some((allowed) => name === allowed || name.startsWith(`${allowed}/`)))
      return `only ${wall.onlyPackages.join(', ') || 'no package at all'} may be imported here`
  } else if (
    wall.refuses?.some(
      (refused) => name === refused || name.startsWith(refused.endsWith('/') ? refused : `${refused}/`),
    )
  )
    return `${name} may not be imported here`
  return undefined
}

function pathFault(place: string, wall: Wall, file: string, target: string, typeOnly: boolean): string | undefined {
  if (file.startsWith(resourceFolder) && target.startsWith(resourceFolder)) {
    const resourceOf = (path: string): string | undefined => path.split('/')[2]
    if (resourceOf(file) !== resourceOf(target) && target.endsWith('/store.ts'))
      return 'a resource may not use the queries of another'
  }
  if (includes(place, target)) return undefined
  const isIn = (places: readonly string[] = []): boolean => places.some((one) => includes(one, target))
  if (isIn(wall.mayImport) && !isIn(wall.mayNotImport)) return undefined
  if (isIn(wall.typesOnly)) return typeOnly ? undefined : `only types may be imported from ${target}`
  return `${place} may not import ${target}`
}

/** Rejects imports that tools/lint/walls.ts does not allow. */
const importWalls = {
  create(context: Context) {
    const file = toSlashes(relative(context.cwd, context.filename)).replace(/^test\/walls\/bad\//, '')
    const wallEntry = wallFor(file)
    if (!wallEntry) return {}
    const [place, wall] = wallEntry
    const check = (node: Node): void => {
      const name = node.source?.value
      if (typeof name !== 'string') return
      const fault = name.startsWith('.')
        ? pathFault(place, wall, file, toSlashes(relative('/', resolve('/', dirname(file), name))), isTypeOnly(node))
        : packageFault(wall, file, name)
      if (fault) context.report({ node, message: `Wall: ${fault} (see tools/lint/walls.ts).` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

const DIALECTS = new Set<unknown>(['sqlite', 'postgres', 'postgresql', 'pg'])

/** Rejects comparisons with a database's name outside platform/sql: both databases must behave alike elsewhere. */
const dialectBranch = {
  create(context: Context) {
    const file = toSlashes(relative(context.cwd, context.filename)).replace(/^test\/walls\/bad\//, '')
    if (file.startsWith(dialectFolder) || file.startsWith('test/') || file.startsWith('tools/lint/')) return {}
    return {
      BinaryExpression(node: Node) {
        if (
          /^[!=]==?$/.test(node.operator ?? '') &&
          (DIALECTS.has(node.left?.value) || DIALECTS.has(node.right?.value))
        )
          context.report({ node, message: 'Wall: no dialect branch outside platform/sql.' })
      },
    }
  },
}

export default {
  meta: { name: 'kitroom' },
  rules: {
    floors: roomFloors,
    'import-walls': importWalls,
    'no-dialect-branch': dialectBranch,
    'no-test-clock': testClock,
    'no-tuple-expectations': tupleExpectations,
    'plain-words': plainWords,
    'subject-first': subjectFirst,
  },
}
