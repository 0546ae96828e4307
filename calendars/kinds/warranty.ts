import { documentTypeNames, getDocument, listDocuments, type Document } from '../../contract/api/documents.ts'
import { describeWork, freeDay, type CalendarKind, type WithItem } from './kind.ts'

const toTitle = ({ type, title, item }: WithItem<Document>): string =>
  `${documentTypeNames[type]} ends: ${item?.name ?? title}`

/** Ends of documents, such as warranties and insurances. The type of the document serves as its status. */
export const warranty: CalendarKind<WithItem<Document>> = {
  name: 'warranty',
  noun: { one: 'warranty end', many: 'warranty ends' },
  list: listDocuments,
  get: getDocument,
  listFrom: (expiresFrom) => ({ expiresFrom }),
  eventPrefix: 'document.',
  statuses: [],
  // Empty, since no type fits: the end for an item that was already retired was never shown.
  firstStatus: '',
  include: ['provider', 'notes'],
  refused: {
    statuses: 'calendar_warranty_status',
    clients: 'calendar_warranty_client',
    places: 'calendar_warranty_place',
    hide_place: 'calendar_warranty_hidden_place',
    default_duration: 'calendar_warranty_time',
  },
  dayOf: ({ expires_on: day }) => day,
  statusOf: ({ type }) => type,
  // Reminders skip the documents of a retired item too.
  isOver: ({ item }) => item?.is_retired === true,
  itemId: ({ gear_id: id }) => id,
  fingerprint: ({ expires_on: day }) => [day],
  isChosen: (_document, type, { types = [] }) => types.includes(type),
  describe: (document, settings) => ({
    ...freeDay(document.expires_on ?? ''),
    title: toTitle(document),
    details: describeWork(document.provider, document.notes, settings),
  }),
}
