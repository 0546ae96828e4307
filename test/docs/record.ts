import { Session } from '../../contract/console.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import type { Operation } from '../../contract/operation.ts'
import { exampleIds, examples, type Example } from '../../contract/texts/examples.ts'
import type { RecordedExample } from '../../server/reference/examples.ts'
import { openBrowser } from '../support/console.ts'
import type { Suite } from '../support/suite.ts'
import { createMask } from './mask.ts'

type Name = keyof typeof exampleIds

interface Step {
  operation: string
  /** The name under which the answer is recorded; none when the step only prepares others. */
  as?: string
  example?: Example
  /** The placeholder for `data.id` of the answer, or of the first record of a list. */
  placeholder?: Name
  anonymous?: boolean
}

const show = (operation: string, placeholder?: Name): Step => ({
  operation,
  as: operation,
  ...(placeholder && { placeholder }),
})

/** Every operation once, in an order in which the records that it needs exist. */
const steps: readonly Step[] = [
  {
    operation: 'createGear',
    placeholder: 'camera',
    example: { body: { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', asset_tag: 'KR-0002' } },
  },
  show('createGear', 'lens'),
  ...['listGear', 'suggestGearValues', 'getGear', 'updateGear'].map((operation) => show(operation)),
  show('createField', 'field'),
  ...['listFields', 'listOwnFields', 'updateField', 'deleteField'].map((operation) => show(operation)),
  show('createCategory', 'category'),
  ...['listCategories', 'listOwnCategories', 'updateCategory', 'deleteCategory'].map((operation) => show(operation)),
  show('createShoot', 'shoot'),
  ...['listShoots', 'getShoot', 'updateShoot'].map((operation) => show(operation)),
  show('createMaintenance', 'maintenance'),
  ...['listMaintenance', 'getMaintenance', 'updateMaintenance'].map((operation) => show(operation)),
  show('listDocuments', 'warranty'),
  show('getDocument'),
  show('createDocument', 'receipt'),
  ...[
    'updateDocument',
    'getOwnDocument',
    'listOwnDocuments',
    'getAnalytics',
    'getInventoryValues',
    'getMonthlyFigures',
    'getProfile',
    'listDisabledWebhooks',
  ].map((operation) => show(operation)),
  show('createKey', 'key'),
  ...['getKey', 'listKeys'].map((operation) => show(operation)),
  show('rotateKey', 'rotatedKey'),
  ...['revokeKey', 'getOwnProfile', 'updateProfile', 'getSubscription', 'updateSubscription'].map((operation) =>
    show(operation),
  ),
  {
    operation: 'createGear',
    as: 'createGear.validation_failed',
    example: { body: { gear_type: 'filter', brand: 'B+W', thread_mm: '77', mount: 'Sony E' } },
  },
  {
    operation: 'getGear',
    as: 'getGear.missing_api_key',
    example: { params: { id: exampleIds.lens } },
    anonymous: true,
  },
  {
    operation: 'updateGear',
    as: 'updateGear.precondition_failed',
    example: {
      params: { id: exampleIds.lens },
      headers: { 'If-Match': '"2026-03-28T09:15:01.000Z"' },
      body: { updates: { status: 'available' } },
    },
  },
  ...['deleteDocument', 'deleteMaintenance', 'deleteShoot', 'deleteGear', 'restoreGear'].map((operation) =>
    show(operation),
  ),
  show('createWebhook', 'webhook'),
  ...[
    'getWebhook',
    'updateWebhook',
    'listWebhooks',
    'testWebhook',
    'listDeliveries',
    'replayWebhook',
    'rotateWebhookSecret',
    'deleteWebhook',
  ].map((operation) => show(operation)),
  ...['listAudit', 'exportAudit', 'verifyAudit', 'listEvents', 'getCaller', 'listSessions', 'endSession'].map(
    (operation) => show(operation),
  ),
]

const SHOWN_HEADERS: readonly [string, string][] = [
  ['content-type', 'Content-Type'],
  ['location', 'Location'],
  ['etag', 'ETag'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['idempotent-replayed', 'Idempotent-Replayed'],
]

const START_MS = Date.parse('2026-03-28T09:15:00.000Z')
const STEP_MS = 1000

function find(id: string): { plane: Plane; operation: Operation } | undefined {
  for (const plane of [apiPlane, settingsPlane]) {
    const operation = plane.operations.find((one) => one.id === id)
    if (operation) return { plane, operation }
  }
  return undefined
}

function pathOf(plane: Plane, operation: Operation, { params = {}, query = {} }: Example): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return plane.base + path + (search === '' ? '' : `?${search}`)
}

const idOf = (body: unknown): string => {
  const { data } = body as { data: { id: string } | { id: string }[] }
  return (Array.isArray(data) ? data[0]?.id : data.id) ?? ''
}

const parse = (text: string, contentType: string): unknown =>
  contentType.includes('json') && !contentType.includes('ndjson') ? JSON.parse(text) : text

/** The command that creates the account uses the real clock. This backdates its records to before the first request. */
async function backdateAccount(suite: Suite): Promise<void> {
  const createdAt = '2026-03-01T08:00:00.000Z'
  for (const table of ['account', 'api_key']) await suite.sql(`update ${table} set created_at = ?`, createdAt)
  for (const table of ['profile', 'studio_profile'])
    await suite.sql(`update ${table} set created_at = ?, updated_at = ?`, createdAt, createdAt)
}

/** Signs a browser in, so that there is a session to list. */
async function signIn(suite: Suite, mask: ReturnType<typeof createMask>): Promise<void> {
  const browser = openBrowser(suite.server.url)
  const { api_key, owner_key } = suite.aliceAccount
  const reply = await browser.send(
    'POST',
    '/console/api/session',
    { api_key, owner_key },
    { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  )
  mask.assign(exampleIds.session, Session.parse(reply.data()).id)
}

/**
 * Sends every example to a real server and records the answers, with placeholders for values that differ between runs.
 */
export async function record(suite: Suite): Promise<Record<string, RecordedExample>> {
  const { url } = suite.server
  const { api_key: apiKey, owner_key: ownerKey } = suite.aliceAccount
  const mask = createMask()
  const recordedReplies: Record<string, RecordedExample> = {}
  await backdateAccount(suite)
  suite.clock.move(START_MS - suite.clock.nowMs())
  await signIn(suite, mask)
  for (const step of steps) {
    const found = find(step.operation)
    if (!found) continue
    suite.clock.move(STEP_MS)
    const { plane, operation } = found
    const example = step.example ?? examples[operation.id] ?? {}
    const path = pathOf(plane, operation, example)
    const headers = { ...(example.body !== undefined && { 'Content-Type': 'application/json' }), ...example.headers }
    const key = plane === apiPlane ? apiKey : ownerKey
    const answer = await fetch(url + mask.toReal(path), {
      method: operation.method,
      headers: { ...headers, 'User-Agent': 'curl/8.5.0', ...(!step.anonymous && { Authorization: `Bearer ${key}` }) },
      ...(example.body !== undefined && { body: mask.toReal(JSON.stringify(example.body)) }),
    })
    const text = await answer.text()
    const contentType = answer.headers.get('content-type') ?? ''
    if (step.placeholder) mask.assign(exampleIds[step.placeholder], idOf(parse(text, contentType)))
    const shownHeaders = SHOWN_HEADERS.flatMap(([name, writtenName]) =>
      answer.headers.has(name) ? [[writtenName, mask.withPlaceholders(answer.headers.get(name) ?? '')]] : [],
    )
    if (step.as !== undefined)
      recordedReplies[step.as] = {
        request: {
          method: operation.method,
          path,
          headers,
          ...(example.body !== undefined && { body: example.body }),
          ...(step.anonymous && { anonymous: true }),
        },
        reply: {
          status: answer.status,
          headers: Object.fromEntries(shownHeaders) as Record<string, string>,
          body: parse(mask.withPlaceholders(text), contentType),
        },
      }
    else if (!answer.ok) throw new Error(`${operation.id} was refused: ${text}`)
  }
  return recordedReplies
}
