import { expect } from 'vitest'
import { gearStatuses, gearTypes } from '../../../../contract/api/gearFields.ts'
import type { Document } from '../../../../contract/api/documents.ts'
import { camera, type Item } from '../../../support/api.ts'
import { chooseCategory } from './categorySteps.ts'
import { applyChanges, chooseFields, isValueTaken, ownFieldsOf } from './fieldSteps.ts'
import { days, names, replace, type Studio } from './studio.ts'

const tagOf = ({ random }: Studio): string | null => (random.chance(0.5) ? null : `T-${random.int(40)}`)
const isTaken = ({ gear }: Studio, id: string, tag: unknown): boolean =>
  tag != null && gear.some((item) => item.id !== id && item.asset_tag === tag)

/** The expected warranty document of an item; `undefined` where none is expected. */
function warrantyOf(item: Item): Partial<Document> | undefined {
  if (item['warranty_expires_on'] === null) return undefined
  return {
    type: 'warranty',
    title: `Warranty: ${item.brand} ${item.model}`,
    gear_id: item.id,
    gear_type: item.gear_type as Document['gear_type'],
    provider: item['warranty_provider'] as string | null,
    expires_on: item['warranty_expires_on'] as string,
    source: 'gear',
  }
}

/**
 * Compares the warranty document of an item and updates the model. The document exists while the item has an end date.
 */
async function compareWarranty(studio: Studio, item: Item): Promise<void> {
  const knownDocument = studio.documents.find((document) => document.source === 'gear' && document.gear_id === item.id)
  const expectedDocument = warrantyOf(item)
  if (expectedDocument === undefined) {
    studio.documents = studio.documents.filter((document) => document !== knownDocument)
    return
  }
  const listedDocuments = (
    await studio.api.get(`/documents?gear_id=${item.id}&type=warranty`)
  ).items() as unknown as Document[]
  const now = listedDocuments.find((document) => document.source === 'gear')
  expect(now).toMatchObject(expectedDocument)
  if (now === undefined) return
  if (knownDocument === undefined) studio.documents.push(now)
  else {
    const isUnchanged = Object.entries(expectedDocument).every(
      ([field, value]) => knownDocument[field as keyof Document] === value,
    )
    expect(now).toEqual({
      ...knownDocument,
      ...expectedDocument,
      updated_at: isUnchanged ? knownDocument.updated_at : now.updated_at,
    })
    expect(now.updated_at > knownDocument.updated_at).toBe(!isUnchanged)
    replace(studio.documents, now)
  }
}

export async function createGear(studio: Studio): Promise<void> {
  const { api, random } = studio
  const fields = {
    gear_type: random.pick(gearTypes),
    brand: random.pick(names),
    model: random.pick(names),
    status: random.pick(gearStatuses),
    asset_tag: tagOf(studio),
    serial_number: random.chance(0.2) ? `S-${random.int(3)}` : null,
    warranty_expires_on: random.chance(0.4) ? random.pick(days) : null,
  }
  const own = chooseFields(studio, fields.gear_type)
  const category = chooseCategory(studio, fields.gear_type)
  const sent = { ...fields, ...(category !== undefined && { category }) }
  const reply = await api.post('/gear', camera({ ...sent, ...(own && { fields: own }) }))
  const isRefused = isTaken(studio, '', fields.asset_tag) || isValueTaken(studio, '', own)
  expect(reply.status, reply.text).toBe(isRefused ? 409 : 201)
  if (isRefused) return
  expect(reply.item()).toMatchObject(sent)
  expect(ownFieldsOf(reply.item())).toEqual(applyChanges({}, own).fields ?? {})
  studio.gear.push(reply.item())
  await compareWarranty(studio, reply.item())
}

export async function changeGear(studio: Studio): Promise<void> {
  const { api, random } = studio
  const itemBefore = random.pick(studio.gear)
  const updates: Record<string, unknown> = random.pick([
    { status: random.pick(gearStatuses) },
    { brand: random.pick(names), warranty_provider: random.chance(0.5) ? null : random.pick(names) },
    { model: random.pick(names), notes: random.chance(0.5) ? null : random.pick(names) },
    { asset_tag: tagOf(studio) },
    { warranty_expires_on: random.chance(0.4) ? null : random.pick(days) },
  ])
  const category = chooseCategory(studio, itemBefore.gear_type)
  if (category !== undefined) updates['category'] = category
  const own = chooseFields(studio, itemBefore.gear_type)
  const body = { updates: { ...updates, ...(own && { fields: own }) } }
  const reply = await api.patch(`/gear/${itemBefore.id}`, body)
  const isRefused = isTaken(studio, itemBefore.id, updates['asset_tag']) || isValueTaken(studio, itemBefore.id, own)
  expect(reply.status, reply.text).toBe(isRefused ? 409 : 200)
  if (isRefused) return
  const ownBefore = ownFieldsOf(itemBefore)
  const isUnchanged =
    Object.entries(updates).every(([field, value]) => itemBefore[field] === value) &&
    Object.entries(own ?? {}).every(([name, value]) => (ownBefore[name] ?? null) === value)
  const updatedItem = reply.item()
  const { fields: _, ...before } = itemBefore
  expect(updatedItem).toEqual({
    ...before,
    ...updates,
    ...applyChanges(ownBefore, own),
    updated_at: updatedItem.updated_at,
  })
  expect(updatedItem.updated_at > itemBefore.updated_at).toBe(!isUnchanged)
  replace(studio.gear, updatedItem)
  await compareWarranty(studio, updatedItem)
}

export async function removeGear(studio: Studio): Promise<void> {
  const { id } = studio.random.pick(studio.gear)
  const services = studio.maintenance.filter((record) => record.item_id === id)
  const itemDocuments = studio.documents.filter((document) => document.gear_id === id)
  expect((await studio.api.delete(`/gear/${id}`)).item()).toEqual({
    id,
    deleted: true,
    cleaned: { maintenance: services.length, documents: itemDocuments.length },
  })
  studio.gear = studio.gear.filter((item) => item.id !== id)
  studio.maintenance = studio.maintenance.filter((record) => record.item_id !== id)
  studio.documents = studio.documents.filter((document) => document.gear_id !== id)
}
