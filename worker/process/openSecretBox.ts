import { createSignIns, type ResealCounts } from '../../activities/google/googleSignIns.ts'
import { openSecretBox } from '../../platform/boxKey.ts'
import type { Logger } from '../../platform/log.ts'
import { SealBroken, type SecretBox } from '../../platform/secretBox.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { findSettings, resealSettings } from '../../state/hosts/settings.ts'
import type { WorkerConfig } from '../context/config.ts'
import { resealStoredText } from '../settings/storedText.ts'

async function resealStoredSettings(tx: Tx, box: SecretBox): Promise<ResealCounts> {
  const stored = await findSettings(tx)
  if (!stored) return { resealed: 0, unreadable: 0 }
  try {
    const resealed = resealStoredText(box, stored)
    const changed = resealed === undefined ? 0 : await resealSettings(tx, stored.sealed ?? '', resealed)
    return { resealed: changed, unreadable: 0 }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return { resealed: 0, unreadable: 1 }
  }
}

interface BoxDeps {
  state: Database
  /** Id of the account. */
  accountId: string
  log: Logger
}

async function resealStoredSecrets(box: SecretBox, { state, accountId, log }: BoxDeps): Promise<void> {
  const signIns = createSignIns(state, box, accountId)
  const counts = await state.write(async (tx) => [await signIns.reseal(tx), await resealStoredSettings(tx, box)])
  const sumOf = (name: keyof ResealCounts): number => counts.reduce((sum, one) => sum + one[name], 0)
  log.info(
    { resealed: sumOf('resealed') },
    'nothing in the database of the worker needs the earlier encryption key; links made with it end with it',
  )
  if (sumOf('unreadable') > 0)
    log.warn({ unreadable: sumOf('unreadable') }, 'a sign-in or the settings open with neither encryption key')
}

/**
 * Opens the secret box of a worker. With two keys, it seals the secrets of the database with the first: after one such
 * start nothing needs the earlier key. Idempotent.
 * @throws ConfigError for an invalid key file
 */
export async function openWorkerSecretBox(
  { dataDir, encryptionKeys }: Pick<WorkerConfig, 'dataDir' | 'encryptionKeys'>,
  deps: BoxDeps,
): Promise<SecretBox> {
  const box = openSecretBox(dataDir, encryptionKeys)
  if (box.hasEarlierKey) await resealStoredSecrets(box, deps)
  return box
}
