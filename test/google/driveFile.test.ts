import { describe, expect, it } from 'vitest'
import { startStudio, type Studio } from './support.ts'

describe('the file of a spreadsheet in Drive', () => {
  interface File {
    version: string
    modifiedTime: string
  }

  async function metadataOf({ client, spreadsheet }: Studio): Promise<File> {
    const { body } = await client.get(`/drive/v3/files/${spreadsheet.id}`, {
      fields: 'version,modifiedTime',
      supportsAllDrives: 'true',
    })
    return body as unknown as File
  }

  it('moves version and time with each edit', async () => {
    let now = Date.parse('2027-03-01T10:00:00Z')
    await using studio = await startStudio([{ title: 'Gear' }], { nowMs: () => now })
    const before = await metadataOf(studio)
    expect(before.modifiedTime).toBe('2027-03-01T10:00:00.000Z')
    now += 1000
    expect(await metadataOf(studio)).toEqual(before)
    studio.spreadsheet.setCell('Gear', 'A1', 'x')
    const after = await metadataOf(studio)
    expect(Number(after.version)).toBeGreaterThan(Number(before.version))
    expect(after.modifiedTime).toBe('2027-03-01T10:00:01.000Z')
  })

  it('lags behind the cells on request, and never sees a recalculation', async () => {
    await using studio = await startStudio([{ title: 'Gear' }])
    const { spreadsheet } = studio
    const before = await metadataOf(studio)
    spreadsheet.lagMetadata(true)
    spreadsheet.setCell('Gear', 'A1', 'edited')
    expect(await metadataOf(studio)).toEqual(before)
    expect(await studio.values('Gear')).toEqual([['edited']])
    spreadsheet.lagMetadata(false)
    const after = await metadataOf(studio)
    expect(after.version).not.toBe(before.version)
    spreadsheet.recalculate('Gear', 'A1', 'imported')
    expect(await metadataOf(studio)).toEqual(after)
    expect(await studio.values('Gear')).toEqual([['imported']])
  })

  it('answers the selected fields, and refuses unknown ones and downloads', async () => {
    await using studio = await startStudio([{ title: 'Gear' }], { role: 'writer' })
    const path = `/drive/v3/files/${studio.spreadsheet.id}`
    expect((await studio.client.get(path, { fields: 'capabilities/canEdit,trashed' })).body).toEqual({
      capabilities: { canEdit: true },
      trashed: false,
    })
    expect(await studio.client.get(path, { fields: 'revision' })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'Invalid field selection revision',
          errors: [{ reason: 'invalidParameter', location: 'fields' }],
        },
      },
    })
    expect(await studio.client.get(path, { alt: 'media' })).toMatchObject({
      status: 403,
      body: { error: { errors: [{ reason: 'fileNotDownloadable' }] } },
    })
  })
})
