import { existsSync } from 'node:fs'
import { openSecretBox } from '../../platform/boxKey.ts'
import { systemClock } from '../../platform/clock.ts'
import { findDatabaseFile } from '../../platform/sql/databaseFile.ts'
import { openState } from '../../state/database/open.ts'
import { findSettings } from '../../state/hosts/settings.ts'
import { openStoredText } from '../settings/storedText.ts'
import { readEncryptionKeys } from './config.ts'

/**
 * Reads the text of kitroom.yaml in force, with its secrets.
 * @returns undefined before the first
 * @throws ConfigError, SettingsError if another key sealed it
 */
export async function readSettingsInForce(dataDir: string, url: string): Promise<string | undefined> {
  const file = findDatabaseFile(url)
  if (file !== undefined && !existsSync(file)) return undefined
  const state = await openState(url, systemClock)
  try {
    const stored = await state.read(findSettings)
    return stored && openStoredText(openSecretBox(dataDir, readEncryptionKeys(process.env)), stored)
  } finally {
    await state.close()
  }
}
