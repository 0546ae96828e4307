import { z } from 'zod'
import { gearTypes } from './gearFields.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { day, clientUuid, money, optionalLines, optionalText, timestamp, uuid } from '../text.ts'

export const documentTypes = ['receipt', 'warranty', 'insurance', 'user_manual'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Names of the types for people. */
export const documentTypeNames: Readonly<Record<DocumentType, string>> = {
  receipt: 'Receipt',
  warranty: 'Warranty',
  insurance: 'Insurance',
  user_manual: 'User manual',
}

export const documentFields = {
  provider: optionalText().nullable(),
  reference_number: optionalText().nullable(),
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  amount: money.nullable(),
  file_name: optionalText().nullable(),
  notes: optionalLines(10_000).nullable(),
}

export const Document = z
  .strictObject({
    id: uuid,
    type: z.enum(documentTypes),
    title: z.string(),
    gear_id: uuid.nullable(),
    gear_type: z.enum(gearTypes).nullable(),
    ...documentFields,
    source: z.enum(['settings', 'gear']).meta({
      description: 'settings: created in the account settings. gear: follows the warranty fields of its gear item.',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Document' })
export type Document = z.output<typeof Document>

export const listDocuments = defineOperation({
  id: 'listDocuments',
  method: 'GET',
  path: '/documents',
  objectType: 'documents',
  summary: 'List document and warranty metadata, earliest expiry first',
  scope: 'documents:read',
  query: {
    ...pageQuery,
    type: z.enum(documentTypes).optional(),
    gear_id: clientUuid.optional(),
    expiresFrom: day.optional(),
    expiresTo: day.optional(),
  },
  reply: { status: 200, body: z.strictObject({ data: z.array(Document), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getDocument = defineOperation({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{id}',
  objectType: 'documents',
  summary: 'Read the metadata of one document',
  scope: 'documents:read',
  params: { id: uuid },
  reply: { status: 200, body: z.strictObject({ data: Document }) },
  errors: ['not_found'],
})
