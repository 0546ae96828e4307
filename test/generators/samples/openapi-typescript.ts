import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const [url = '', key = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } })
const made = await client.POST('/gear', {
  body: { gear_type: 'lens', brand: 'Sigma', model: 'openapi-typescript', purchase_price: 799.9 },
})
const list = await client.GET('/gear', { params: { query: { type: 'lens', q: 'openapi-typescript' } } })
const refused = await client.PATCH('/shoots/{id}', {
  params: { path: { id: '01a1fde2-55f1-778f-9f23-67bae74779a9' } },
  body: { updates: { status: 'confirmed' } },
})
const summary = {
  made: made.data?.data.model,
  listed: list.data?.data.map((item) => item.model),
  refused: refused.error?.code,
}
process.stdout.write(JSON.stringify(summary))
