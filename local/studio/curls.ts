import { createClient } from '../../client/client.ts'
import { listGear } from '../../contract/gear.ts'
import { API_BASE } from '../../contract/operations.ts'

/** Three example commands for sh and cmd: a list, a search, a change. @param apiUrl without a path */
export async function exampleCurls(apiUrl: string, apiKey: string): Promise<string[]> {
  const base = apiUrl + API_BASE
  const client = createClient({ url: base, token: apiKey })
  try {
    const [item] = (await client.call(listGear, { query: { limit: 1, type: 'camera' } })).body.data
    const command = `curl -s -H "Authorization: Bearer ${apiKey}"`
    return [
      `${command} "${base}/gear?type=lens&limit=3"`,
      `${command} "${base}/gear?q=canon+eos"`,
      `${command} -X PATCH -H "Content-Type: application/json" -d "{\\"updates\\":{\\"status\\":\\"in_use\\"}}" "${base}/gear/${item?.id ?? ''}"`,
    ]
  } finally {
    await client.close()
  }
}
