import type { ConsoleStudio } from './studio.ts'

const BATCH = 64

const newItem = (index: number) => ({
  gear_type: 'camera',
  brand: 'Canon',
  model: `EOS R${index % 500}`,
  asset_tag: `RH-${String(index).padStart(6, '0')}`,
  storage_location: `A-${index % 40}`,
  replacement_value: 100 + (index % 5000),
})

/** Creates cameras through the API. */
export async function fillInventory({ server, apiKey }: ConsoleStudio, itemCount: number): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const create = async (index: number): Promise<void> => {
    const answer = await fetch(`${server.url}/api/v1/gear`, {
      method: 'POST',
      headers,
      body: JSON.stringify(newItem(index)),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(text)
  }
  for (let first = 0; first < itemCount; first += BATCH)
    await Promise.all(
      Array.from({ length: Math.min(BATCH, itemCount - first) }, (_value, index) => create(first + index)),
    )
}
