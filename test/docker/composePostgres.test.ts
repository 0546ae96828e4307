import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { systemClock } from '../../platform/clock.ts'
import { readConfig as readServerConfig, ServerEnvironment } from '../../server/context/config.ts'
import { openState } from '../../state/database/open.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'
import { runSql } from '../support/database.ts'
import { emptyDatabaseUrl, hasPostgres } from '../support/testDatabase.ts'
import { hardenedSettings, keys, readFile, root, Service, service } from './composeFile.ts'

describe('docker-compose.postgres.yml', () => {
  const Part = Service.partial().extend({
    environment: Service.shape.environment,
    depends_on: Service.shape.depends_on,
    secrets: Service.shape.secrets,
    volumes: Service.shape.volumes,
  })
  const parts = z
    .object({
      services: z.record(z.string(), Part),
      volumes: z.record(z.string(), z.unknown()),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(readFile('docker-compose.postgres.yml'), { merge: true }))
  const { server, worker, 'api-database': database, 'api-roles': roles } = parts.services
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** An environment with the secrets that docs/docker.md creates. */
  const withSecrets = (environment: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', folder)]),
    )

  it('has the secrets that docs/docker.md creates, in files', () => {
    const commands = [...readFile('docs/docker.md').matchAll(/^(?:openssl|printf) .* > (secrets\/\S+)$/gm)]
    expect(commands.map(([, file]) => `./${file}`).toSorted()).toEqual(
      Object.values(parts.secrets)
        .map(({ file }) => file)
        .toSorted(),
    )
    const script = commands.map(([command]) => command.replace('> secrets/', `> ${folder}/`)).join('\n')
    expect(spawnSync('sh', ['-c', script]).status).toBe(0)
    for (const one of Object.values(parts.services))
      for (const secret of one.secrets) expect(parts.secrets).toHaveProperty(secret)
  })

  it('connects each server and each worker with a role of its own, and gives each container a data folder', () => {
    expect(Object.keys(parts.services)).toEqual(['server', 'worker', 'api-database', 'api-roles'])
    const serverEnvironment = withSecrets(server?.environment)
    expect(
      Object.keys(serverEnvironment).filter((name) => !(name.replace(/(?<=KEY)_FILE$/, '') in ServerEnvironment.shape)),
    ).toEqual([])
    const serverConfig = readServerConfig({ ...service('server').environment, ...serverEnvironment })
    expect(new URL(serverConfig.databaseUrl)).toMatchObject({
      protocol: 'postgres:',
      hostname: 'api-database',
      username: 'kitroom',
    })
    const workerConfig = loadWorkerConfig({
      ...service('worker').environment,
      ...keys,
      ...withSecrets(worker?.environment),
    })
    expect(new URL(workerConfig.databaseUrl)).toMatchObject({
      protocol: 'postgres:',
      hostname: 'api-database',
      username: 'kitroom_worker',
    })
    expect(serverConfig.encryptionKeys).toEqual(workerConfig.encryptionKeys)
    for (const [config, part] of [
      [serverConfig, server],
      [workerConfig, worker],
    ] as const) {
      expect(part?.tmpfs).toEqual([`${config.dataDir}:uid=1000,gid=1000,mode=0700`])
      expect(part?.depends_on).toEqual({ 'api-roles': { condition: 'service_completed_successfully' } })
    }
  })

  it('has the permissions of the other services', () => {
    for (const one of [database, roles])
      expect(one).toMatchObject({ ...hardenedSettings, user: 'postgres', tmpfs: ['/tmp', '/var/run/postgresql'] })
  })

  it('stores the data in a volume, has a health check and publishes no port', () => {
    expect(database?.image).toBe(service('temporal-database').image)
    expect(database?.volumes[0]?.split(':')[0]).toBe(Object.keys(parts.volumes)[0])
    expect(database?.restart).toBe('unless-stopped')
    expect(database?.healthcheck).not.toBe(undefined)
    expect(database?.ports ?? []).toEqual([])
  })

  const hasPsql = hasPostgres && spawnSync('psql', ['--version']).status === 0
  it.skipIf(!hasPsql)(
    `roles.sh creates the worker's role, also again${hasPsql ? '' : ' (skipped: there is no psql here)'}`,
    async () => {
      const url = new URL(await emptyDatabaseUrl())
      const secret = (name: string): string => readFileSync(join(folder, name), 'utf8').trim()
      const env = {
        PATH: process.env['PATH'],
        SECRETS: folder,
        PGHOST: url.hostname,
        PGPORT: url.port,
        PGUSER: 'kitroom',
        PGDATABASE: url.pathname.slice(1),
      }
      for (let round = 0; round < 2; round++) {
        const { status, stderr } = spawnSync('sh', ['docker/postgres/roles.sh'], { cwd: root, env, encoding: 'utf8' })
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      }
      const workerUrl = new URL(secret('worker-database-url'))
      workerUrl.host = url.host
      workerUrl.pathname = url.pathname
      const state = await openState(workerUrl.href, systemClock)
      await state.close()
      const [first] = await runSql<{ schema: string; creates: boolean }>(
        url.href,
        "select schemaname as schema, has_schema_privilege('kitroom_worker', 'public', 'create') as creates from pg_tables where tableowner = 'kitroom_worker' limit 1",
      )
      expect(first).toEqual({ schema: 'kitroom_worker', creates: false })
    },
  )
})
