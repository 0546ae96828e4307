// Trims Google's discovery documents to the methods that the emulator answers: `node test/google/discovery/trim.ts
// FOLDER`. FOLDER holds calendar.v3.json, drive.v3.json and sheets.v4.json as Google publishes them. Run `npm run
// format` afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** A `$ref` to a schema that is not listed becomes `any`: the emulator never sends such an object. */
const documents = {
  'sheets.v4': {
    methods: ['spreadsheets.get', 'spreadsheets.values.batchGet', 'spreadsheets.values.batchUpdate'],
    schemas: `
      Spreadsheet SpreadsheetProperties Sheet SheetProperties GridProperties GridRange ProtectedRange Editors
      GridData RowData CellData ExtendedValue ErrorValue CellFormat NumberFormat DimensionProperties ValueRange
      BatchGetValuesResponse BatchUpdateValuesRequest BatchUpdateValuesResponse UpdateValuesResponse
    `
      .trim()
      .split(/\s+/),
  },
  'drive.v3': { methods: ['files.get', 'about.get'], schemas: ['File', 'User', 'About'] },
  'calendar.v3': {
    methods: [
      'calendars.get',
      'calendars.insert',
      'calendars.delete',
      'events.get',
      'events.list',
      'events.insert',
      'events.update',
      'events.patch',
      'events.delete',
    ],
    schemas: ['Calendar', 'ConferenceProperties', 'Event', 'EventAttendee', 'EventDateTime', 'EventReminder', 'Events'],
  },
}

interface Kept {
  methods: readonly string[]
  schemas: readonly string[]
}

const proseKeys = new Set(['description', 'enumDescriptions', 'enumDeprecated'])

/** Annotations name the methods that require a property. */
function isKept(key: string, value: Json, { methods }: Kept): boolean {
  if (key !== 'annotations') return !proseKeys.has(key)
  const required = (value as JsonObject)['required']
  return (
    Array.isArray(required) &&
    required.some((id) => methods.some((method) => typeof id === 'string' && id.endsWith(`.${method}`)))
  )
}

/**
 * Removes descriptions.
 * @param isMap the keys are names of properties or parameters, of which one can be `description`
 */
function withoutProse(value: Json, kept: Kept, isMap = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item, kept))
  if (value === null || typeof value !== 'object') return value
  const ref = value['$ref']
  if (typeof ref === 'string' && !kept.schemas.includes(ref)) return { type: 'any' }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => isMap || isKept(key, item, kept))
      .map(([key, item]) => [key, withoutProse(item, kept, !isMap && (key === 'properties' || key === 'parameters'))]),
  )
}

const at = (value: Json | undefined, ...path: string[]): JsonObject =>
  path.reduce<JsonObject>((found, key) => found[key] as JsonObject, value as JsonObject)

function findMethod(document: JsonObject, name: string): Json {
  const parts = name.split('.')
  const resource = parts.slice(0, -1).reduce((found, part) => at(found, 'resources', part), document)
  return at(resource, 'methods', parts.at(-1) ?? '')
}

function trim(document: JsonObject, kept: Kept): Json {
  const { name, version, revision, title, rootUrl, servicePath, parameters } = document
  return {
    name,
    version,
    revision,
    title,
    rootUrl,
    servicePath,
    parameters: withoutProse(parameters ?? {}, kept, true),
    methods: kept.methods.map((method) => withoutProse(findMethod(document, method), kept)),
    schemas: Object.fromEntries(
      kept.schemas.map((schema) => [schema, withoutProse(at(document, 'schemas', schema), kept)]),
    ),
  } as Json
}

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('Name the folder of the discovery documents: node test/google/discovery/trim.ts FOLDER')
for (const [name, kept] of Object.entries(documents)) {
  const document = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as JsonObject
  const target = fileURLToPath(new URL(`${name}.json`, import.meta.url))
  writeFileSync(target, `${JSON.stringify(trim(document, kept), null, 2)}\n`)
  console.log(`${name}, revision ${JSON.stringify(document['revision'])}`)
}
