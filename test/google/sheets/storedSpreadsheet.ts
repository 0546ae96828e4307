import { randomBytes, randomInt } from 'node:crypto'
import { toCell, type Cell, type CellInput } from './cell.ts'
import { parseOwnRange, StoredSheet, type NewSheet } from './storedSheet.ts'

export type Role = 'reader' | 'writer'

export interface NewSpreadsheet {
  /** Default: 44 random characters. */
  id?: string
  title?: string
  /** Default `en_US`. */
  locale?: string
  /** Default `Europe/Berlin`. */
  timeZone?: string
  sheets: NewSheet[]
  /** E-mail addresses with their roles. */
  sharedWith?: Map<string, Role> | Record<string, Role>
  /** Role of everyone who has the link. */
  openToLink?: Role
  trashed?: boolean
}

/** What Drive knows of a file. */
interface Metadata {
  version: number
  modifiedTimeMs: number
}

/** One edit raises Drive's version by more than one. */
const VERSIONS_PER_EDIT = 3

/**
 * A spreadsheet as Google holds it. Methods name sheets by title, cells as `B3` and rows from 1, as the user interface
 * does.
 */
export class StoredSpreadsheet {
  readonly id: string
  readonly timeZone: string
  readonly locale: string
  readonly createdTimeMs: number
  readonly sharedWith: Map<string, Role>
  title: string
  openToLink: Role | undefined
  trashed: boolean
  sheets: StoredSheet[]
  readonly #nowMs: () => number
  #metadata: Metadata
  #reported: Metadata | undefined

  constructor(spreadsheet: NewSpreadsheet, nowMs: () => number) {
    const {
      id = `1${randomBytes(33).toString('base64url').slice(0, 43)}`,
      sharedWith = {},
      openToLink,
      sheets,
    } = spreadsheet
    this.id = id
    this.title = spreadsheet.title ?? 'Untitled spreadsheet'
    this.locale = spreadsheet.locale ?? 'en_US'
    this.timeZone = spreadsheet.timeZone ?? 'Europe/Berlin'
    this.sharedWith = sharedWith instanceof Map ? sharedWith : new Map(Object.entries(sharedWith))
    this.openToLink = openToLink
    this.trashed = spreadsheet.trashed ?? false
    this.sheets = sheets.map(
      (sheet, index) => new StoredSheet(sheet, sheet.sheetId ?? (index === 0 ? 0 : randomInt(1, 2 ** 31))),
    )
    this.#nowMs = nowMs
    this.createdTimeMs = nowMs()
    this.#metadata = { version: VERSIONS_PER_EDIT, modifiedTimeMs: nowMs() }
  }

  /** What Drive answers, which can be older than the cells. */
  get metadata(): Metadata {
    return this.#reported ?? this.#metadata
  }

  /** While it is on, Drive reports the metadata of now. When it is switched off, Drive catches up. */
  lagMetadata(isOn: boolean): void {
    this.#reported = isOn ? this.#metadata : undefined
  }

  /** Records an edit in Drive's metadata. */
  touch(): void {
    this.#metadata = { version: this.#metadata.version + VERSIONS_PER_EDIT, modifiedTimeMs: this.#nowMs() }
  }

  /** @throws Error when the spreadsheet has no such sheet */
  sheet(title: string): StoredSheet {
    const sheet = this.sheets.find((candidate) => candidate.title === title)
    if (!sheet) throw new Error(`${this.title} has no sheet ${title}`)
    return sheet
  }

  roleOf(account: string): Role | undefined {
    const role = this.sharedWith.get(account)
    return role === 'writer' ? role : (this.openToLink ?? role)
  }

  cell(sheet: string, at: string): Cell {
    return this.sheet(sheet).cellAt(...positionOf(at))
  }

  /** Edits a cell. */
  setCell(sheet: string, at: string, cell: CellInput): void {
    this.sheet(sheet).enterCell(...positionOf(at), toCell(cell))
    this.touch()
  }

  /** Changes a calculated value, such as one of IMPORTRANGE. Drive's metadata stay as they are. */
  recalculate(sheet: string, at: string, cell: CellInput): void {
    this.sheet(sheet).setCell(...positionOf(at), toCell(cell))
  }

  /** Inserts a row before another one. */
  insertRow(sheet: string, row: number, cells: readonly CellInput[] = []): void {
    this.sheet(sheet).insertRow(row - 1, cells)
    this.touch()
  }

  deleteRow(sheet: string, row: number): void {
    this.sheet(sheet).deleteRow(row - 1)
    this.touch()
  }

  /** @param by undefined shows the row again */
  hideRow(sheet: string, row: number, by: 'filter' | 'user' | undefined): void {
    this.sheet(sheet).setHidden(row - 1, by)
    this.touch()
  }

  merge(sheet: string, range: string): void {
    this.sheet(sheet).merge(range)
    this.touch()
  }

  /** @param range undefined protects the whole sheet */
  protect(sheet: string, range?: string, editors?: string[]): void {
    this.sheet(sheet).protect(range, editors)
    this.touch()
  }

  addSheet(sheet: NewSheet): void {
    this.sheets.push(new StoredSheet(sheet, sheet.sheetId ?? randomInt(1, 2 ** 31)))
    this.touch()
  }

  deleteSheet(title: string): void {
    this.sheets = this.sheets.filter((sheet) => sheet !== this.sheet(title))
    this.touch()
  }

  /** Renames a sheet. */
  renameSheet(title: string, newTitle: string): void {
    this.sheet(title).title = newTitle
    this.touch()
  }

  /** Renames the spreadsheet. */
  rename(title: string): void {
    this.title = title
    this.touch()
  }
}

function positionOf(at: string): [row: number, column: number] {
  const { box, isCell } = parseOwnRange(at)
  if (!isCell || box.startRow === undefined || box.startColumn === undefined) throw new Error(`${at} is no cell`)
  return [box.startRow, box.startColumn]
}
