import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { say } from '../../contract/sentences/say.ts'

/** Hash of the file that the first start writes, which sets nothing. */
export const STARTER_SHA256 = hash('sha256', STARTER_CONFIG, 'hex')

export interface ValidFile {
  kind: 'valid'
  text: string
  sha256: string
  config: Config
  /** False for comments and empty sections. */
  hasSettings: boolean
}

/** kitroom.yaml on this host. */
export type SettingsFile = ValidFile | { kind: 'invalid'; error: SettingsError } | { kind: 'missing' }

const UNREADABLE_CODES = ['EACCES', 'EPERM', 'EISDIR']

const hasContent = (config: Config): boolean => JSON.stringify(config) !== JSON.stringify(loadConfig(''))

/** Creates a function that reads the file at each call, and parses it if it has changed. */
export function createFileReader(path: string): () => Promise<SettingsFile> {
  let last: { text: string; file: SettingsFile } | undefined
  const parse = (text: string): SettingsFile => {
    try {
      const config = loadConfig(text, basename(path))
      return { kind: 'valid', text, sha256: hash('sha256', text, 'hex'), config, hasSettings: hasContent(config) }
    } catch (error) {
      if (error instanceof SettingsError) return { kind: 'invalid', error }
      throw error
    }
  }
  return async () => {
    try {
      const text = await readFile(path, 'utf8')
      if (last?.text !== text) last = { text, file: parse(text) }
      return last.file
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'ENOENT') return { kind: 'missing' }
      if (!UNREADABLE_CODES.includes(code)) throw error
      return { kind: 'invalid', error: new SettingsError([say('settings_file_unreadable', { path, code })]) }
    }
  }
}
