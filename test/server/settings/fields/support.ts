import type { CustomField } from '../../../../contract/api/customFields.ts'
import type { Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import type { Suite } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'

export const ownerOf = (suite: Suite): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
export const otherOwnerOf = (suite: Suite): Api => createSettings(suite.server.url, suite.bobAccount.owner_key)

/** Defines a field. @throws when the server refuses it */
export async function defineField(owner: Api, body: Record<string, unknown>): Promise<CustomField> {
  const reply = await owner.post('/fields', { label: String(body['name']), type: 'text', ...body })
  if (reply.status !== 201) throw new Error(`not defined: ${reply.text}`)
  return reply.item() as unknown as CustomField
}

export const listFields = async (owner: Api): Promise<(CustomField & { items: number })[]> =>
  (await owner.get('/fields')).items() as unknown as (CustomField & { items: number })[]

/** Waits until no values of fields are being collected or deleted. */
export const waitForFieldWork = (owner: Api): Promise<unknown> =>
  until('the work on fields is done', async () => (await listFields(owner)).every(({ state }) => state === 'active'))

/** Deletes all fields with their values, so that the next test may define them anew. */
export async function removeAllFields(owner: Api): Promise<void> {
  for (const { id, state } of await listFields(owner))
    if (state !== 'ending') await owner.delete(`/fields/${id}?values=discard`)
  await until('all fields are deleted', async () => (await listFields(owner)).length === 0)
}
