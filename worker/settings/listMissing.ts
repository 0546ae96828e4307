import { loadConfig, SettingsError, type Config } from '../../config/config.ts'

function listIds({ sources, calendars, reminders: { channels } }: Config): string[] {
  return Object.entries({ sources, calendars, channels }).flatMap(([kind, entries]) =>
    entries.map(({ id }) => `${kind}: ${id}`),
  )
}

/**
 * Lists sources, calendars and channels of the text in force that a file does not have. Nothing is missing if the text
 * cannot be read any more, so that a file can replace it.
 */
export function listMissing(textInForce: string, file: Config): string[] {
  const own = new Set(listIds(file))
  try {
    return listIds(loadConfig(textInForce)).filter((id) => !own.has(id))
  } catch (error) {
    if (error instanceof SettingsError) return []
    throw error
  }
}
