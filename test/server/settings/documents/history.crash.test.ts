import { describe, expect, it } from 'vitest'
import { documentTypes, type Document } from '../../../../contract/api/documents.ts'
import { byExpiry, documentOf, documentsOf, ownerOf, documentBody } from '../../api/documents/support.ts'
import type { Item } from '../../../support/api.ts'
import { createSeededRandom, type Random } from '../../../support/random.ts'
import { useServer } from '../../../support/suite.ts'
import { fullOrSmall } from '../../../support/counts.ts'

const suite = useServer({ ownProcess: true })
const STEP_COUNT = fullOrSmall(600, 60)

/** What the account should hold. Warranties are derived from the items. */
interface Model {
  items: Item[]
  noted: Document[]
}

const random = createSeededRandom(11)
const model: Model = { items: [], noted: [] }
const day = (): string => `20${26 + random.int(3)}-0${1 + random.int(9)}-${10 + random.int(18)}`
const dayOrNone = (): string | null => (random.chance(0.3) ? null : day())

type ShownDocument = Omit<Document, 'id' | 'created_at' | 'updated_at'>

const warrantyOf = (item: Item): ShownDocument[] =>
  item['warranty_expires_on'] === null
    ? []
    : [
        {
          type: 'warranty',
          title: `Warranty: ${item.brand} ${item.model}`,
          gear_id: item.id,
          gear_type: item.gear_type as Document['gear_type'],
          provider: item['warranty_provider'] as string | null,
          reference_number: null,
          issued_on: null,
          expires_on: item['warranty_expires_on'] as string,
          amount: null,
          file_name: null,
          notes: null,
          source: 'gear',
        },
      ]

/** The document as the model knows it: a warranty without its id and times. */
const withoutUnknown = (document: Document): Document | ShownDocument => {
  if (document.source === 'settings') return document
  const { id: _, created_at: __, updated_at: ___, ...knownFields } = document
  return knownFields
}

interface Filter {
  type?: Document['type']
  gear_id?: string
  expiresFrom?: string
  expiresTo?: string
}

function randomFilter(one: Random): Filter {
  const filter: Filter = {}
  if (one.chance(0.4)) filter.type = one.pick(documentTypes)
  if (one.chance(0.3) && model.items.length > 0) filter.gear_id = one.pick(model.items).id
  const [from, to] = [day(), day()].toSorted()
  if (one.chance(0.3) && from) filter.expiresFrom = from
  if (one.chance(0.3) && to) filter.expiresTo = to
  return filter
}

function matches(document: ShownDocument, { type, gear_id: gear, expiresFrom, expiresTo }: Filter): boolean {
  const { expires_on: expires } = document
  if ((type ?? document.type) !== document.type || (gear ?? document.gear_id) !== document.gear_id) return false
  if (expiresFrom === undefined && expiresTo === undefined) return true
  return expires !== null && expires >= (expiresFrom ?? '') && expires <= (expiresTo ?? '~')
}

async function comparePages(): Promise<void> {
  const filter = randomFilter(random)
  const expectedDocuments = [...model.noted, ...model.items.flatMap(warrantyOf)].filter((document) =>
    matches(document, filter),
  )
  const limit = random.pick([2, 7, 200])
  const pages: Document[] = []
  for (let offset = 0; offset <= expectedDocuments.length; offset += limit) {
    const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) }).toString()
    const reply = await suite.alice.get(`/documents?${query}`)
    expect({ query, total: reply.pagination().total }).toEqual({ query, total: expectedDocuments.length })
    pages.push(...documentsOf(reply))
  }
  expect(pages).toEqual(pages.toSorted(byExpiry))
  expect(new Set(pages.map(({ id }) => id)).size).toBe(expectedDocuments.length)
  const toSortedJson = (list: readonly object[]): string[] =>
    list.map((document) => JSON.stringify(document)).toSorted()
  expect(toSortedJson(pages.map(withoutUnknown))).toEqual(toSortedJson(expectedDocuments))
}

async function changeItem(): Promise<void> {
  const item = random.pick(model.items)
  const updates = random.pick([
    { warranty_expires_on: dayOrNone() },
    { model: random.pick(['A', 'B', 'C']), warranty_provider: random.pick([null, 'X']) },
  ])
  const reply = await suite.alice.patch(`/gear/${item.id}`, { updates })
  model.items[model.items.indexOf(item)] = reply.item()
}

async function changeDocument(): Promise<void> {
  const storedDocument = random.pick(model.noted)
  const updates = random.pick([
    { type: random.pick(documentTypes) },
    { expires_on: dayOrNone() },
    { gear_id: random.pick(model.items).id },
    { gear_id: null },
  ])
  const reply = await ownerOf(suite).patch(`/documents/${storedDocument.id}`, { updates })
  const nextDocument = { ...storedDocument, ...updates }
  const gearType = model.items.find(({ id }) => id === nextDocument.gear_id)?.gear_type ?? null
  expect(reply).toHaveStatus(200)
  expect(documentOf(reply)).toEqual({ ...nextDocument, gear_type: gearType, updated_at: expect.any(String) })
  model.noted[model.noted.indexOf(storedDocument)] = documentOf(reply)
}

async function createDocument(): Promise<void> {
  const fields = {
    type: random.pick(documentTypes),
    expires_on: dayOrNone(),
    gear_id: random.pick([null, random.pick(model.items).id]),
  }
  model.noted.push(documentOf(await ownerOf(suite).post('/documents', documentBody(fields))))
}

async function removeDocument(): Promise<void> {
  const [removedDocument] = model.noted.splice(random.int(model.noted.length), 1)
  expect((await ownerOf(suite).delete(`/documents/${removedDocument?.id}`)).status).toBe(200)
}

async function removeItem(): Promise<void> {
  const [removedItem] = model.items.splice(random.int(model.items.length), 1)
  expect((await suite.alice.delete(`/gear/${removedItem?.id}`)).status).toBe(200)
  model.noted = model.noted.filter((document) => document.gear_id !== removedItem?.id)
}

async function step(): Promise<void> {
  const randomNumber = random.next()
  if (model.items.length < 3 || randomNumber < 0.12)
    model.items.push(
      await suite.alice.createItem({ gear_type: random.pick(['camera', 'lens']), warranty_expires_on: dayOrNone() }),
    )
  else if (randomNumber < 0.3) await changeItem()
  else if (randomNumber < 0.55 || model.noted.length === 0) await createDocument()
  else if (randomNumber < 0.8) await changeDocument()
  else if (randomNumber < 0.94) await removeDocument()
  else await removeItem()
}

describe('a random history of documents', () => {
  it('is listed like the model', async () => {
    for (let count = 0; count < STEP_COUNT; count++) {
      await step()
      if (count % 3 === 0) await comparePages()
    }
    const all = [...model.noted, ...model.items.flatMap(warrantyOf)]
    const figures = JSON.parse((await suite.alice.get('/analytics')).text) as { data: { documents: unknown } }
    expect(figures.data.documents).toEqual({
      total: all.length,
      by_type: Object.fromEntries(
        documentTypes.map((type) => [type, all.filter((document) => document.type === type).length]),
      ),
    })
  })
})
