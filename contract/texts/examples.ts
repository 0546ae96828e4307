/** An example request of the documents. */
export interface Example {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** Ids that the examples use. */
export const exampleIds = {
  lens: '019d33aa-9b10-7000-8000-00000000000a',
  camera: '019d33aa-9b10-7000-8000-00000000000b',
  shoot: '019d33aa-9b10-7000-8000-00000000000c',
  maintenance: '019d33aa-9b10-7000-8000-00000000000d',
  warranty: '019d33aa-9b10-7000-8000-00000000000e',
  receipt: '019d33aa-9b10-7000-8000-00000000000f',
  key: '019d33aa-9b10-7000-8000-000000000010',
  rotatedKey: '019d33aa-9b10-7000-8000-000000000011',
  webhook: '019d33aa-9b10-7000-8000-000000000012',
  session: '019d33aa-9b10-7000-8000-000000000013',
  field: '019d33aa-9b10-7000-8000-000000000014',
  category: '019d33aa-9b10-7000-8000-000000000015',
} as const

const exampleFor = (id: string): Example => ({ params: { id } })

/** One request per operation: a studio with a lens that needs service, a shoot and a receipt. */
export const examples: Readonly<Record<string, Example>> = {
  listGear: { query: { type: 'lens', q: 'sigma art', limit: 2 } },
  suggestGearValues: { query: { field: 'asset_tag', begins_with: 'kr' } },
  getGear: exampleFor(exampleIds.lens),
  createGear: {
    headers: { 'Idempotency-Key': 'first-lens' },
    body: {
      gear_type: 'lens',
      brand: 'Sigma',
      model: '35mm F1.4 DG DN Art',
      mount: 'Sony E',
      asset_tag: 'KR-0001',
      purchase_price: 799.9,
      purchase_date: '2025-05-02',
      warranty_expires_on: '2027-05-01',
      warranty_provider: 'Sigma',
    },
  },
  updateGear: {
    ...exampleFor(exampleIds.lens),
    body: { updates: { status: 'maintenance', notes: 'Front element scratched' } },
  },
  deleteGear: exampleFor(exampleIds.lens),
  restoreGear: exampleFor(exampleIds.lens),

  listShoots: { query: { status: 'planning', fromDate: '2026-04-01', toDate: '2026-04-30' } },
  getShoot: exampleFor(exampleIds.shoot),
  createShoot: {
    body: {
      title: 'Spring catalogue',
      client_name: 'Atelier Nord',
      shoot_date: '2026-04-11',
      shoot_time: '09:30',
      duration_minutes: 240,
      locations: ['Studio 2', 'Harbour'],
    },
  },
  updateShoot: { ...exampleFor(exampleIds.shoot), body: { updates: { status: 'confirmed', completion_progress: 25 } } },
  deleteShoot: exampleFor(exampleIds.shoot),

  listMaintenance: { query: { status: 'scheduled', item_id: exampleIds.lens } },
  getMaintenance: exampleFor(exampleIds.maintenance),
  createMaintenance: {
    body: {
      item_type: 'lens',
      item_id: exampleIds.lens,
      service_type: 'Replace front element',
      service_date: '2026-04-07',
      service_provider: 'Lens Clinic',
    },
  },
  updateMaintenance: { ...exampleFor(exampleIds.maintenance), body: { updates: { status: 'completed', cost: 149.5 } } },
  deleteMaintenance: exampleFor(exampleIds.maintenance),

  listDocuments: { query: { type: 'warranty', expiresTo: '2027-12-31' } },
  getDocument: exampleFor(exampleIds.warranty),
  getAnalytics: {},
  getInventoryValues: {},
  getMonthlyFigures: { query: { from: '2026-03', to: '2026-04' } },
  getProfile: {},
  listDisabledWebhooks: {},

  listKeys: { query: { limit: 1 } },
  getKey: exampleFor(exampleIds.key),
  createKey: {
    body: { name: 'Dashboard', scopes: ['gear:read', 'analytics:read'], expires_at: '2027-01-01T00:00:00.000Z' },
  },
  rotateKey: { ...exampleFor(exampleIds.key), body: { overlap_seconds: 3600 } },
  revokeKey: exampleFor(exampleIds.rotatedKey),
  endSession: exampleFor(exampleIds.session),
  getCaller: { query: { for: 'approveRun' } },
  listOwnDocuments: { query: { type: 'receipt' } },
  getOwnDocument: exampleFor(exampleIds.receipt),
  createDocument: {
    body: {
      type: 'receipt',
      title: 'Invoice 2025-118',
      gear_id: exampleIds.camera,
      provider: 'Foto Meyer',
      reference_number: '2025-118',
      issued_on: '2025-05-02',
      amount: 3299,
    },
  },
  updateDocument: { ...exampleFor(exampleIds.receipt), body: { updates: { file_name: 'invoice-2025-118.pdf' } } },
  deleteDocument: exampleFor(exampleIds.receipt),
  getOwnProfile: {},
  updateProfile: {
    body: {
      updates: { profile: { city: 'Berlin', timezone: 'Europe/Berlin' }, studioProfile: { default_tax_rate: 19 } },
    },
  },
  getSubscription: {},
  updateSubscription: { body: { updates: { tier: 'studio' } } },
  listAudit: { query: { method: 'DELETE', status: '2xx', limit: 1 } },
  exportAudit: { query: { format: 'ndjson', method: 'PATCH', object_id: exampleIds.maintenance } },
  verifyAudit: {},
  listWebhooks: {},
  getWebhook: exampleFor(exampleIds.webhook),
  createWebhook: {
    body: {
      url: 'https://hooks.studio.example/kitroom',
      events: ['gear.*', 'maintenance.*'],
      description: 'Calendar of the workshop',
    },
  },
  updateWebhook: {
    ...exampleFor(exampleIds.webhook),
    body: { updates: { events: ['gear.*', 'maintenance.*', 'shoot.*'] } },
  },
  deleteWebhook: exampleFor(exampleIds.webhook),
  rotateWebhookSecret: { ...exampleFor(exampleIds.webhook), body: { overlap_seconds: 3600 } },
  testWebhook: { ...exampleFor(exampleIds.webhook), body: {} },
  listDeliveries: { ...exampleFor(exampleIds.webhook), query: { status: 'pending', limit: 1 } },
  replayWebhook: { ...exampleFor(exampleIds.webhook), body: { since: '2026-03-28T09:15:00.000Z' } },
  listFields: {},
  listOwnFields: {},
  createField: {
    body: { name: 'supplier', label: 'Supplier', type: 'text', filterable: true, help: 'Who sold or rents it.' },
  },
  updateField: { ...exampleFor(exampleIds.field), body: { updates: { label: 'Dealer' } } },
  deleteField: { ...exampleFor(exampleIds.field), query: { values: 'discard' } },
  listCategories: {},
  listOwnCategories: {},
  createCategory: { body: { name: 'mixer', label: 'Mixer' } },
  updateCategory: { ...exampleFor(exampleIds.category), body: { updates: { label: 'Mixing desk' } } },
  deleteCategory: exampleFor(exampleIds.category),
  listEvents: { query: { type: 'gear.updated', limit: 1 } },
}
