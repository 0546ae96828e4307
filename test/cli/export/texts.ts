import {
  accessoryCategories,
  filterKinds,
  gearConditions,
  gearStatuses,
  gearTypes,
  sensorFormats,
  type GearType,
} from '../../../contract/api/gearFields.ts'
import type { NewGear } from '../../../contract/api/gear.ts'
import { writableFields } from '../../../contract/api/gearFields.ts'
import type { Random } from '../../support/random.ts'

/** Texts that a sheet reader could interpret. */
const TRICKY_TEXTS = [
  '=1+1',
  '+49 170 1234',
  '-',
  '--',
  '-5',
  '@home',
  'non\ufffecharacters\uffff',
  '\ufffe first',
  '＝1+1',
  '＋49 170 1234',
  '－5',
  '＠SUM(1)',
  'n/a',
  'N/A',
  'TBD',
  '?',
  '<clear>',
  '<CLEAR>',
  "'x",
  "''",
  "'",
  "'=1",
  "'-",
  "'n/a",
  '#N/A',
  '#REF!',
  'Err:502',
  '####',
  'Loading...',
  '1.5E+10',
  '1E5',
  '00042',
  '0123456789012345678901',
  '007',
  '1,299',
  '1.299',
  '12%',
  '(45)',
  '3/4/24',
  '2024-02-30',
  'Brand',
  'Make',
  'Model',
  'Type',
  'Total',
  'Summe',
  'Camera',
  'yes',
  'TRUE',
  '_x0041_',
  '_x000D_',
  '"quoted"',
  'say "hi"',
  '5" lens',
  'a,b',
  'a;b',
  'a|b',
  'tab\tin',
  'ünïcödé',
  'α7 IV',
  '焦点',
  '🔧',
  '👩🏽‍🚀 crew',
  '<b>&amp;</b>',
  ']]>',
  '\\n',
  '\u00a0nbsp\u00a0in',
  'zero\u200bwidth',
  '\u200b=1',
  '\u200b-',
  "\u200b'=x",
  'e\u0301',
  '\u202eturned',
  'soft\u00adhyphen',
  'line\u2028sep',
  'del\u007f',
  'c1\u0085x',
  '\u0096',
  '\u3000wide\u3000x',
  "=cmd|' /C calc'!A0",
  'sep=;',
  'https://x.test/?a=1',
]
const PLAIN_WORDS = [
  'Canon',
  'RF',
  '24-70mm',
  'f/2.8',
  'II',
  'black',
  '#3',
  '½',
  '€',
  'é',
  '"',
  "'",
  ',',
  ';',
  '=',
  '-',
  '🎥',
  '00',
  '1.5',
  '(new)',
  '\u2009',
  '&',
]
const LINE_BREAKS = [
  'first\nsecond',
  'a\n\nb',
  '- point\n- other',
  '=1\n=2',
  'tab\there\n\tindented',
  'quote "\n" over lines',
  '\u2022 bullet\n\u2022 other',
  'ends with space \nnext',
]

/** A visible character, which the API requires in every required text. */
const VISIBLE_CHARACTER = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

function oneLine(text: string): string {
  const line = text.replaceAll(/[\u0000-\u001f]/g, ' ').trim()
  return VISIBLE_CHARACTER.test(line) ? line : 'x'
}

function randomText(random: Random): string {
  const draw = random.int(10)
  if (draw < 5) return random.pick(TRICKY_TEXTS)
  if (draw === 5) return String.fromCodePoint(...Array.from({ length: 1 + random.int(8) }, () => randomPoint(random)))
  return Array.from({ length: 1 + random.int(5) }, () => random.pick(PLAIN_WORDS)).join(
    random.pick([' ', '', '  ', ', ']),
  )
}

/** A code point that the API accepts: no control character, no surrogate. */
function randomPoint(random: Random): number {
  const point = 32 + random.int(random.pick([96, 0x300, 0x3000, 0xffe0, 0x1ffff]))
  return point >= 0xd800 && point <= 0xdfff ? 65 : point
}

const number = (random: Random, max: number, decimals: number): number =>
  Number((random.next() * 10 ** random.int(Math.log10(max) + 1)).toFixed(random.int(decimals + 1)))

const day = (random: Random): string =>
  `${random.pick(['1900', '1999', '2024', '2200'])}-${random.pick(['01', '02', '12'])}-${random.pick(['01', '02', '13', '28'])}`

function randomValue(field: string, random: Random): unknown {
  const text = (): string => oneLine(randomText(random))
  if (field === 'status') return random.pick(gearStatuses)
  if (field === 'condition') return random.pick(gearConditions)
  if (field === 'category') return random.pick(accessoryCategories)
  if (field === 'filter_kind') return random.pick(filterKinds)
  if (field === 'sensor_format' || field === 'image_circle') return random.pick(sensorFormats)
  if (field === 'stabilized') return random.chance(0.5)
  if (field === 'compatible_with') return Array.from({ length: 1 + random.int(5) }, text)
  if (field === 'purchase_price' || field === 'replacement_value') return number(random, 1e8, 2)
  if (field.endsWith('_date') || field.endsWith('_on')) return day(random)
  if (field === 'nd_stops') return random.pick([0, 0.000001, 1e-9, 1.5, 10, 6.625])
  if (/(?:_mm|_mp|_wh|_hours|aperture)$/.test(field))
    return random.pick([0.5, 1.4, 24, 24.105, 1.299, 85.0625, 50, 67, 100.001])
  if (/(?:_g|_count|_minutes)$/.test(field)) return random.int(100_000)
  if (field === 'notes') return random.chance(0.5) ? random.pick(LINE_BREAKS) : randomText(random).trim() || 'x'
  return text()
}

/** A body of POST /gear with random texts. Most optional fields are set; `tag` is unique and visible. */
export function randomGear(tag: string, random: Random): NewGear {
  const type: GearType = random.pick(gearTypes)
  const body: Record<string, unknown> = { gear_type: type }
  for (const field of writableFields(type)) {
    const isRequired = field === 'brand' || field === 'model'
    if (isRequired || random.chance(0.7)) body[field] = randomValue(field, random)
  }
  const [min, max] = [body['focal_length_min_mm'], body['focal_length_max_mm']]
  if (typeof min === 'number' && typeof max === 'number' && max < min) body['focal_length_max_mm'] = min
  return { ...body, asset_tag: tag } as NewGear
}

/** Unique tags that a sheet reader could interpret. */
export const trickyTag = (index: number): string => {
  const tricks = ['=', '+', '-', '@', "'", '', '00', '#', '🔧', 'É-', '1E+']
  return index < TAG_WORDS.length ? (TAG_WORDS[index] ?? '') : `${tricks[index % tricks.length]}${index}`
}
const TAG_WORDS = ['-', 'n/a', '<clear>', "'", '#N/A', '?', '###', '007', '7', '1.5E+10', 'Brand', 'TBD']
