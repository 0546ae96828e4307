import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ControlAccess } from '../../contract/control/control.ts'
import { isSameSecret } from '../../platform/isSameSecret.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { createWorkerError } from '../context/errors.ts'

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Creates a random token, valid until the worker stops. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/**
 * Reads a header that must not be repeated: proxies and Node.js choose differently.
 * @throws WorkerError invalid_request
 */
export function readSingleHeader(
  { headersDistinct }: IncomingMessage,
  name: 'host' | 'authorization',
): string | undefined {
  const values = headersDistinct[name] ?? []
  if (values.length > 1) throw createWorkerError('control_header_repeated', { header: name })
  return values[0]
}

/** Compares the token of an Authorization header. @throws WorkerError `unauthorized` */
export function checkToken(authorization: string | undefined, token: string): void {
  const givenToken = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!isSameSecret(givenToken, token)) {
    const headers = { 'www-authenticate': 'Bearer realm="kitroom control"' }
    throw createWorkerError(
      'token_missing',
      {},
      {
        headers,
      },
    )
  }
}

/** Rejects a Host header other than the loopback address. A web page sends one in a DNS rebinding attack. */
export function checkHost(request: IncomingMessage, port: number): void {
  const [, name = '', given = ''] = /^(.*?)(?::(\d+))?$/.exec(readSingleHeader(request, 'host') ?? '') ?? []
  if (!LOOPBACK_NAMES.has(name.toLowerCase()) || Number(given || 80) !== port)
    throw createWorkerError('loopback_only', {})
}

const accessFilePath = (dataDir: string): string => join(dataDir, 'control.json')

/** Writes the control plane's URL and token for the CLI on this machine. */
export function writeAccess(dataDir: string, access: ControlAccess): void {
  ensurePrivateFolder(dataDir)
  const temporaryFile = `${accessFilePath(dataDir)}.${process.pid}`
  writeFileSync(temporaryFile, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  renameSync(temporaryFile, accessFilePath(dataDir))
}

export const removeAccess = (dataDir: string): void => rmSync(accessFilePath(dataDir), { force: true })
