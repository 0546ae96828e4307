import type { KeptSheet } from './keptSheet.ts'

/** True values of a row by field; '' is nothing, and '?' may be anything. */
export type Truth = Record<string, string>

/** Words of types in the sheets, as their owners mean them. */
const TYPES: Readonly<Record<string, string>> = {
  camera:
    'kamerahus|fotoğraf makinesi|fotoaparát|camera|kamera|caméra|boîtier|cámara|aparat|fotocamera|カメラ|câmera|câmara',
  lens: 'objektiivi|lens|objektiv|objectif|objetivo|obiektyw|obiettivo|レンズ|objetiva',
  drone: 'drooni|drone|drohne|dron|drönare',
  accessory: 'akcesoria|tillbehör|tilbehør',
  'accessory/tripod': 'jalusta|tripod|stativ|trépied|trípode|statief|statyw|treppiede|三脚|tripé',
  'accessory/light':
    'lys|belysning|valaisin|ışık|světlo|illuminazione|light|scheinwerfer|projecteur|lamp|accessory/light',
  'accessory/cable': 'accessory/cable|cable|kabel|kablar|cavo',
  'accessory/flash': 'flash|blixt|blits|flitser',
  'accessory/bag': 'väska|bag',
  'accessory/charger': 'laddare|lader|charger',
  'accessory/audio':
    'audio|ljud|lyd|mikrofoni|mikrofony|mikrofoner|microphone|wireless mic|mikrofon|microfoon|recorder|enregistreur|grabadora',
  'accessory/monitor': 'monitor',
  'accessory/battery': 'battery|batterie|batteri|akku|batarya|bateria',
  'accessory/memory_card': 'minneskort|minnekort|hukommelseskort|memory card|メモリーカード|speicherkarte',
  'accessory/gimbal': 'gimbal',
  'filter/polarizer': 'polfilter|cpl',
  'filter/nd': 'gråfilter|nd filter|filtre nd|graufilter|filtro nd|filtr nd',
}
const typeByWord: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([type, words]) => words.split('|').map((word): [string, string] => [word, type])),
)

function typeFacts(word: string): Truth {
  const type = typeByWord.get(word.toLowerCase())
  if (type === undefined) throw new Error(`no true type for ${word}`)
  const [gearType = '', kind] = type.split('/')
  if (kind === undefined) return { gear_type: gearType }
  return { gear_type: gearType, [gearType === 'filter' ? 'filter_kind' : 'category']: kind }
}

const digits = (text: string): string => text.replaceAll(/[^\d.,]/g, '')

/** The true value of a cell, by the habit that its owner has in the whole column. */
function readCell(text: string, habit: string | undefined): string {
  if (/^[#@!]/.test(text)) return text.slice(1)
  if (text === '' || habit === undefined) return text
  if (habit === 'eu') return String(Number(digits(text).replaceAll('.', '').replace(',', '.')))
  if (habit === 'us') return String(Number(digits(text).replaceAll(',', '')))
  const [day = '', month = '', year = ''] = text.split(/[./-]/)
  return `${year}-${month}-${day}`
}

function readRow({ means }: KeptSheet, cells: readonly string[], more: string): Truth {
  const truth: Truth = {}
  for (const [index, meaning] of means.entries()) {
    const [field = '-', habit] = meaning.split(':')
    const text = cells[index]?.trim() ?? ''
    if (field === '-' || text === '' || text === '^') continue
    if (field === 'gear_type') Object.assign(truth, typeFacts(text))
    else truth[field] = readCell(text, habit)
  }
  for (const pair of more.split('|')) {
    const [field = '', value = ''] = pair.split('=')
    if (field !== '') truth[field] = value
  }
  return truth
}

/** The truth of each row that is an item on hand, by row number. */
export function readTruth(sheet: KeptSheet): Map<number, Truth> {
  const truths = new Map<number, Truth>()
  const header = sheet.grid[sheet.headerRow - 1]?.cells.join('|')
  for (const [index, { cells, truth = '' }] of sheet.grid.entries()) {
    const isItem = index >= sheet.headerRow && truth !== 'none' && cells.join('|') !== header
    if (!isItem || cells.filter((cell) => cell !== '').length < 2) continue
    truths.set(index + 1, readRow(sheet, cells, truth))
  }
  return truths
}
