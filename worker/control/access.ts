import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ControlAccess } from '../../contract/control.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { WorkerError } from '../errors.ts'

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A token that holds until the worker stops. */
export const createToken = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Refuses whoever does not hold the token; compared in constant time. */
export function checkToken(request: IncomingMessage, token: string): void {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(token)))
    throw new WorkerError('unauthorized', 'Send the token of control.json in the data folder as a bearer token.')
}

/** Refuses requests for another host: a web page whose name was pointed at this machine (DNS rebinding) sends its own name. */
export function checkHost(request: IncomingMessage, port: number): void {
  const [, name = '', given = ''] = /^(.*?)(?::(\d+))?$/.exec(request.headers.host ?? '') ?? []
  if (!LOOPBACK_NAMES.has(name.toLowerCase()) || Number(given || 80) !== port)
    throw new WorkerError('invalid_request', 'The control plane answers on the loopback address only.')
}

const accessFile = (dataDir: string): string => join(dataDir, 'control.json')

/** Tells the CLI of this machine where the control plane is and how to get in. */
export function writeAccess(dataDir: string, access: ControlAccess): void {
  ensurePrivateFolder(dataDir)
  const part = `${accessFile(dataDir)}.${process.pid}`
  writeFileSync(part, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  renameSync(part, accessFile(dataDir))
}

/** Removes it when the worker stops. */
export const removeAccess = (dataDir: string): void => rmSync(accessFile(dataDir), { force: true })
