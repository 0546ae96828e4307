import { SettingsError } from '../../config/config.ts'
import { addSource, patchSource, type SettingsPatch } from '../settings/editSources.ts'
import { readYaml } from '../../config/readYaml.ts'
import {
  readingSettings,
  type createSource,
  type getSourceSettings,
  type SourceSettingsView,
  type updateSourceSettings,
} from '../../contract/control/sourceSettings.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { placeAddress } from '../../sheets/sources/placeAddress.ts'
import { nameSource } from '../../sheets/sources/nameSource.ts'
import { addressColumns } from '../../sheets/settings/addressColumns.ts'
import { findSettings } from '../../state/hosts/settings.ts'
import { createWorkerError } from '../context/errors.ts'
import type { ChangePlace } from '../settings/changeText.ts'
import { requireSource } from '../runs/requireSource.ts'
import type { SettingsAccess, StateAndClock, WorkerContext } from '../context/context.ts'

/** Changes the text in force. @throws WorkerError `settings_change_refused` with each fault of the result */
async function change({ settings }: ChangeContext, edit: (text: string, file: string) => string): Promise<ChangePlace> {
  try {
    return await settings.change(edit)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { message: answer, faults: settingsFaults } = error
    throw createWorkerError('settings_change_refused', { answer }, { cause: error, settingsFaults })
  }
}

type Context = SettingsAccess & Pick<StateAndClock, 'state'>
type ChangeContext = Context & Pick<WorkerContext, 'log'>

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the reading settings that a source has in a valid text of kitroom.yaml. */
function readSet(text: string, id: string): SourceSettingsView['settings'] {
  const { sources } = (readYaml(text).value ?? {}) as { sources?: unknown }
  const found: unknown = Array.isArray(sources) ? sources.find((source) => isMap(source) && source['id'] === id) : {}
  const set = isMap(found) ? found : {}
  return Object.fromEntries(readingSettings.flatMap((name) => (Object.hasOwn(set, name) ? [[name, set[name]]] : [])))
}

async function readView({ state }: Context, source: string): Promise<SourceSettingsView> {
  const stored = await state.read(findSettings)
  return { source, settings: readSet(stored?.text ?? '', source) }
}

/** Adds a source for a sheet that people send, or for an address. @throws SettingsError */
export async function addNewSource(
  context: ChangeContext,
  { body: { name, address } }: Input<typeof createSource>,
): Promise<Reply<typeof createSource>> {
  const { settings, log } = context
  const { sources } = await settings.read()
  const location = address === undefined ? { dropped: true } : placeAddress(address)
  const id = nameSource(
    name,
    sources.map((source) => source.id),
  )
  const storedIn = await change(context, (text, file) => addSource(text, { id, ...location }, file))
  log.info({ source: id, storedIn }, 'a source was added to the settings in force')
  return { data: { ...(await readView(context, id)), stored_in: storedIn } }
}

export async function showSourceSettings(
  context: Context,
  { params }: Input<typeof getSourceSettings>,
): Promise<Reply<typeof getSourceSettings>> {
  requireSource((await context.settings.read()).sources, params.source)
  return { data: await readView(context, params.source) }
}

/** Changes how the sheet of a source is read. @throws SettingsError if the result is not valid */
export async function changeSourceSettings(
  context: ChangeContext,
  { params, body }: Input<typeof updateSourceSettings>,
): Promise<Reply<typeof updateSourceSettings>> {
  const { settings, log } = context
  const { source: id } = params
  requireSource((await settings.read()).sources, id)
  const storedIn = await change(context, (text, file) => {
    const patch: SettingsPatch = addressColumns(readSet(text, id), body.settings)
    return patchSource(text, id, patch, file)
  })
  log.info({ source: id, settings: Object.keys(body.settings), storedIn }, 'settings of a source were changed')
  return { data: { ...(await readView(context, id)), stored_in: storedIn } }
}
