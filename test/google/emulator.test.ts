import { describe, expect, it } from 'vitest'
import { createClient, fetchToken, scopes, startStudio, type Studio } from './support.ts'

const gear = {
  title: 'Gear list',
  cells: [
    ['Tag', 'Brand', 'Price'],
    ['T-1', 'Canon', 2499.5],
    ['T-2', 'Sony', null],
  ],
}

const drivePath = ({ spreadsheet }: Studio): string => `/drive/v3/files/${spreadsheet.id}`

describe('the three reads', () => {
  it('are the properties, the values and the metadata', async () => {
    await using studio = await startStudio([gear], {
      spreadsheet: { title: 'Studio', locale: 'de_DE', timeZone: 'Europe/Vienna' },
    })
    const { client, path, spreadsheet } = studio
    expect(await client.get(path)).toMatchObject({
      status: 200,
      body: {
        spreadsheetId: spreadsheet.id,
        properties: { title: 'Studio', locale: 'de_DE', timeZone: 'Europe/Vienna' },
        sheets: [
          {
            properties: {
              sheetId: 0,
              title: 'Gear list',
              index: 0,
              gridProperties: { rowCount: 1000, columnCount: 26 },
            },
          },
        ],
        spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit`,
      },
    })
    const values = await client.get(`${path}/values:batchGet`, {
      ranges: "'Gear list'!A1:C1000",
      valueRenderOption: 'UNFORMATTED_VALUE',
    })
    expect(values.body).toEqual({
      spreadsheetId: spreadsheet.id,
      valueRanges: [
        {
          range: "'Gear list'!A1:C1000",
          majorDimension: 'ROWS',
          values: [
            ['Tag', 'Brand', 'Price'],
            ['T-1', 'Canon', 2499.5],
            ['T-2', 'Sony'],
          ],
        },
      ],
    })
    expect((await client.get(drivePath(studio))).body).toEqual({
      kind: 'drive#file',
      id: spreadsheet.id,
      name: 'Studio',
      mimeType: 'application/vnd.google-apps.spreadsheet',
    })
  })

  it('are counted with account and query', async () => {
    await using studio = await startStudio([gear])
    const { client, path, google, key } = studio
    await client.get(path, { fields: 'properties' })
    await client.get(drivePath(studio))
    const calls = google.calls.slice(1)
    expect(calls).toMatchObject([
      { method: 'sheets.spreadsheets.get', account: key.client_email, status: 200 },
      { method: 'drive.files.get', account: key.client_email, status: 200 },
    ])
    expect(calls[0]?.query.get('fields')).toBe('properties')
    expect(calls[0]?.at).toBeLessThanOrEqual(Date.now())
  })
})

describe('a spreadsheet', () => {
  it('that is not shared with the caller is closed to them', async () => {
    await using studio = await startStudio([gear])
    const { google, path, spreadsheet } = studio
    const other = google.addServiceAccount()
    const client = createClient(google, await fetchToken(google, other, `${scopes.readSheets} ${scopes.readMetadata}`))
    const error = { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' }
    expect(await client.get(path)).toMatchObject({ status: 403, body: { error } })
    expect(await client.get(drivePath(studio))).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 404,
          message: `File not found: ${spreadsheet.id}.`,
          errors: [{ reason: 'notFound', location: 'fileId' }],
        },
      },
    })
    spreadsheet.openToLink = 'reader'
    expect(await client.get(path)).toMatchObject({ status: 200 })
    expect(await client.get(drivePath(studio))).toMatchObject({ status: 200 })
  })

  it('that does not exist is not found', async () => {
    await using studio = await startStudio([gear])
    expect((await studio.client.get('/v4/spreadsheets/1abc')).body).toEqual({
      error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' },
    })
  })

  it('in the trash can be read, and Drive reports the trash', async () => {
    await using studio = await startStudio([gear], { spreadsheet: { trashed: true } })
    expect(await studio.client.get(studio.path)).toMatchObject({ status: 200 })
    expect((await studio.client.get(drivePath(studio), { fields: 'trashed' })).body).toEqual({ trashed: true })
  })

  it('of an API that is switched off is refused, until it is switched on', async () => {
    await using studio = await startStudio([gear])
    const { google, client, path } = studio
    google.disableApi('sheets')
    const error = { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] }
    expect(await client.get(path)).toMatchObject({ status: 403, body: { error } })
    expect(await client.get(drivePath(studio))).toMatchObject({ status: 200 })
    google.disableApi('drive')
    google.enableApi('sheets')
    expect(await client.get(path)).toMatchObject({ status: 200 })
    expect(await client.get(drivePath(studio))).toMatchObject({
      status: 403,
      body: { error: { ...error, errors: [{ reason: 'accessNotConfigured' }] } },
    })
  })
})

describe('a request', () => {
  it('of an unknown path or with another HTTP method is answered with a page', async () => {
    await using studio = await startStudio([gear])
    for (const [path, method] of [
      ['/v4/nothing', 'GET'],
      [studio.path, 'POST'],
    ] as const) {
      const response = await fetch(studio.google.url + path, { method })
      expect({ status: response.status, 'content-type': response.headers.get('content-type') }).toEqual({
        status: 404,
        'content-type': 'text/html; charset=UTF-8',
      })
    }
    expect(studio.google.calls.slice(1).map(({ method }) => method)).toEqual(['unknown', 'unknown'])
  })

  it('with an unknown query parameter is refused', async () => {
    await using studio = await startStudio([gear])
    const { client, path } = studio
    const message = `Invalid JSON payload received. Unknown name "range": Cannot bind query parameter. Field 'range' could not be found in request message.`
    const error = { code: 400, status: 'INVALID_ARGUMENT', message }
    expect(await client.get(`${path}/values:batchGet`, { range: 'A1' })).toMatchObject({ status: 400, body: { error } })
    expect(await client.get(drivePath(studio), { range: 'A1' })).toMatchObject({ status: 400, body: { error } })
    expect(await client.get(drivePath(studio), { supportsAllDrives: 'true', prettyPrint: 'false' })).toMatchObject({
      status: 200,
    })
  })

  it('with a value outside the enumeration is refused', async () => {
    await using studio = await startStudio([gear])
    const query = { ranges: 'A1', valueRenderOption: 'RAW' }
    expect(await studio.client.get(`${studio.path}/values:batchGet`, query)).toMatchObject({ status: 400 })
  })
})
