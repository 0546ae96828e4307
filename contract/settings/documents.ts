import { z } from 'zod'
import { Document, documentFields, documentTypes, getDocument, listDocuments } from '../api/documents.ts'
import { defineOperation } from '../operation.ts'
import { clientUuid, requiredText, uuid } from '../text.ts'

const requiredFields = { type: z.enum(documentTypes), title: requiredText(200) }
const optionalFields = { gear_id: clientUuid.nullable(), ...documentFields }

/** Body of POST /documents. A field with `null` counts as omitted; `gear_type` is derived. */
export const NewDocument = z
  .strictObject({ ...requiredFields, ...z.object(optionalFields).partial().shape })
  .meta({ id: 'DocumentCreate' })
export type NewDocument = z.output<typeof NewDocument>

/** Fields of PATCH. `null` clears an optional field. */
export const DocumentUpdates = z
  .strictObject({ ...requiredFields, ...optionalFields })
  .partial()
  .meta({ id: 'DocumentUpdates', minProperties: 1 })
export type DocumentUpdates = z.output<typeof DocumentUpdates>

const DocumentPatch = z.strictObject({ updates: DocumentUpdates }).meta({ id: 'DocumentPatch' })

/** Owner keys cannot read the API's list of documents, so the settings have their own. */
export const listOwnDocuments = defineOperation({
  id: 'listOwnDocuments',
  method: 'GET',
  path: '/documents',
  objectType: 'documents',
  summary: listDocuments.summary,
  scope: 'documents:read',
  query: listDocuments.query,
  reply: listDocuments.reply,
  errors: [],
})

export const getOwnDocument = defineOperation({
  id: 'getOwnDocument',
  method: 'GET',
  path: '/documents/{id}',
  objectType: 'documents',
  summary: getDocument.summary,
  scope: 'documents:read',
  params: { id: uuid },
  reply: getDocument.reply,
  errors: ['not_found'],
})

export const createDocument = defineOperation({
  id: 'createDocument',
  method: 'POST',
  path: '/documents',
  objectType: 'documents',
  summary: 'Create a document record',
  scope: 'documents:write',
  body: NewDocument,
  reply: { status: 201, body: z.strictObject({ data: Document }) },
  errors: ['validation_failed', 'gear_reference_invalid'],
})

export const updateDocument = defineOperation({
  id: 'updateDocument',
  method: 'PATCH',
  path: '/documents/{id}',
  objectType: 'documents',
  summary: 'Update a document record',
  scope: 'documents:write',
  params: { id: uuid },
  body: DocumentPatch,
  reply: { status: 200, body: z.strictObject({ data: Document }) },
  errors: ['not_found', 'validation_failed', 'gear_reference_invalid', 'precondition_failed', 'managed_by_gear'],
})

export const deleteDocument = defineOperation({
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/documents/{id}',
  objectType: 'documents',
  summary: 'Delete a document record',
  scope: 'documents:write',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: uuid, deleted: z.literal(true) }) }) },
  errors: ['not_found', 'precondition_failed', 'managed_by_gear'],
})
