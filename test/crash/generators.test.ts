import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { buildOpenApi } from '../../contract/openapi.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { generatorNames, Missing, prepareClient, run, type Generator, type Sample } from '../generators/tools.ts'
import { createAccount } from '../support/account.ts'
import { startServer, tempFolder, type TestServer } from '../support/server.ts'

// Clients that people's own tools make from our documents: each is compiled, and used for a write, a list and a refusal.

let data: ReturnType<typeof tempFolder>
let server: TestServer
let key = ''
const folders: string[] = []

beforeAll(async () => {
  data = tempFolder()
  server = await startServer(data.dataDir)
  key = (await createAccount(data.dataDir, 'Generated')).api_key
})
afterAll(async () => {
  await server.stop()
  data[Symbol.dispose]()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-generated-'))
  folders.push(folder)
  return folder
}

function prepare(name: Generator, plane: Plane, withSample: boolean, context: TestContext): Sample {
  const document = join(temporary(), 'openapi.json')
  writeFileSync(document, JSON.stringify(buildOpenApi(plane)))
  try {
    return prepareClient(name, document, temporary(), withSample)
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    process.stderr.write(`NOT RUN: ${name}: ${error.message}.\n`)
    return context.skip(error.message)
  }
}

it.for(generatorNames)('a client made by %s compiles, writes, lists and understands a refusal', (name, context) => {
  const { command, args, env } = prepare(name, apiPlane, true, context)
  const said: unknown = JSON.parse(run(command, [...args, `${server.url}/api/v1`, key], data.dataDir, env))
  const model = name.replace(' ', '-')
  expect(said).toEqual({ made: model, listed: [model], refused: 'not_found' })
})

it.for(generatorNames)('a client of the settings plane made by %s compiles', (name, context) => {
  expect(prepare(name, settingsPlane, false, context)).toHaveProperty('command')
})
