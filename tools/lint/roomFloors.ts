import { dirname, relative, resolve } from 'node:path'
import { flatRooms, floors } from './floors.ts'

interface Literal {
  value?: unknown
}

interface Node {
  type: string
  source?: Literal | null
  argument?: (Literal & { literal?: Literal }) | null
}

interface Context {
  filename: string
  cwd: string
  report(problem: { node: Node; message: string }): void
}

const DATA = 'tools/lint/floors.ts'
const toSlashes = (path: string): string => path.replaceAll('\\', '/')

/** The entry is above all sub-rooms, the bottom below them. Undefined: the data does not name the place. */
function floorOf(room: string, name: string, isFolder: boolean): number | undefined {
  const { entry = [], subRooms = [], bottom = [] } = floors[room] ?? {}
  if (isFolder) return subRooms.includes(name) ? subRooms.indexOf(name) : undefined
  if (entry.includes(name)) return -1
  return bottom.includes(name) ? subRooms.length : undefined
}

interface Place {
  room: string
  /** Sub-folder, or a loose file. */
  name: string
  isFolder: boolean
  floor: number | undefined
}

function locate(file: string): Place | undefined {
  const [room = '', name, ...rest] = file.split('/')
  if (name === undefined || !(Object.hasOwn(floors, room) || flatRooms.includes(room))) return undefined
  const isFolder = rest.length > 0
  return { room, name, isFolder, floor: floorOf(room, name, isFolder) }
}

function placeFault({ room, name, isFolder, floor }: Place): string | undefined {
  if (flatRooms.includes(room))
    return isFolder
      ? `${room}/ has no sub-folders. Move the file up, or give ${room} an order of sub-rooms in ${DATA}`
      : undefined
  if (floor !== undefined) return undefined
  return isFolder
    ? `the sub-room ${room}/${name}/ has no floor. Add it in ${DATA}, below all that import it and above all that it imports`
    : `${room}/${name} is loose. Move it into a sub-room, or name it in ${DATA}, as entry or as bottom`
}

function importFault(from: Place, to: Place | undefined): string | undefined {
  if (to?.room !== from.room || to.floor === undefined || from.floor === undefined || to.floor >= from.floor)
    return undefined
  return `${from.room}/${from.name} may not import ${to.room}/${to.name}, which is above it in ${DATA}. Move what it needs down, or take it as an argument`
}

/** Rejects imports inside a room that run up, also of types, and places that tools/lint/floors.ts does not name. */
export const roomFloors = {
  create(context: Context) {
    const file = toSlashes(relative(context.cwd, context.filename))
    const from = locate(file)
    if (!from) return {}
    const check = (node: Node): void => {
      const name = (node.source ?? node.argument?.literal ?? node.argument)?.value
      if (typeof name !== 'string' || !name.startsWith('.')) return
      const fault = importFault(from, locate(toSlashes(relative('/', resolve('/', dirname(file), name)))))
      if (fault) context.report({ node, message: `Floor: ${fault}.` })
    }
    return {
      Program(node: Node) {
        const fault = placeFault(from)
        if (fault) context.report({ node, message: `Floor: ${fault}.` })
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}
