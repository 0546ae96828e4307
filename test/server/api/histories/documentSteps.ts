import { expect } from 'vitest'
import { documentTypes, type Document } from '../../../../contract/api/documents.ts'
import { SETTINGS_BASE } from '../../../../contract/settings/operations.ts'
import type { Reply } from '../../../support/api.ts'
import { days, names, replace, type Studio } from './studio.ts'

const documents = `/${SETTINGS_BASE}/documents`
const documentOf = (reply: Reply): Document => reply.item() as unknown as Document

/** The fields that refer to a random item, or to none. */
function randomItem({ gear, random }: Studio): Pick<Document, 'gear_id' | 'gear_type'> {
  if (random.chance(0.4)) return { gear_id: null, gear_type: null }
  const item = random.pick(gear)
  return { gear_id: item.id, gear_type: item.gear_type as Document['gear_type'] }
}

export async function createDocument(studio: Studio): Promise<void> {
  const { owner, random } = studio
  const item = randomItem(studio)
  const fields = {
    type: random.pick(documentTypes),
    title: random.pick(names),
    expires_on: random.chance(0.3) ? null : random.pick(days),
    amount: random.int(1000),
  }
  const reply = await owner.post(documents, { ...fields, gear_id: item.gear_id })
  expect(reply.status).toBe(201)
  expect(documentOf(reply)).toMatchObject({ ...fields, ...item, source: 'settings' })
  studio.documents.push(documentOf(reply))
}

export async function changeDocument(studio: Studio): Promise<void> {
  const { owner, random } = studio
  const documentBefore = random.pick(studio.documents)
  const item = randomItem(studio)
  const expectedDocument: Document = {
    ...documentBefore,
    ...random.pick<Partial<Document>>([
      { type: random.pick(documentTypes) },
      { expires_on: random.chance(0.3) ? null : random.pick(days) },
      { title: random.pick(names), notes: random.chance(0.5) ? null : 'new' },
      item,
    ]),
  }
  const { type, title, gear_id, expires_on, notes } = expectedDocument
  const reply = await owner.patch(`${documents}/${documentBefore.id}`, {
    updates: { type, title, gear_id, expires_on, notes },
  })
  const isManaged = documentBefore.source === 'gear'
  expect(reply.status).toBe(isManaged ? 409 : 200)
  if (isManaged) return
  const updatedDocument = documentOf(reply)
  expect(updatedDocument).toEqual({ ...expectedDocument, updated_at: updatedDocument.updated_at })
  expect(updatedDocument.updated_at > documentBefore.updated_at).toBe(
    JSON.stringify(expectedDocument) !== JSON.stringify(documentBefore),
  )
  replace(studio.documents, updatedDocument)
}

export async function removeDocument(studio: Studio): Promise<void> {
  const document = studio.random.pick(studio.documents)
  const reply = await studio.owner.delete(`${documents}/${document.id}`)
  const isManaged = document.source === 'gear'
  expect(reply.status).toBe(isManaged ? 409 : 200)
  if (!isManaged) studio.documents = studio.documents.filter(({ id }) => id !== document.id)
}
