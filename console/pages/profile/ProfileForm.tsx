import { Autocomplete, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { getOwnProfile, updateProfile } from '../../../contract/settings/profile.ts'
import { callSettings } from '../../api/request.ts'
import { findCrossed, useVersionedSave } from '../../api/versioned.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'
import { ValueConflict } from '../../parts/ValueConflict.tsx'
import {
  NUMBERS,
  partNames,
  pathOf,
  profileParts,
  REQUIRED,
  toFormText,
  toFormTexts,
  toPatch,
  toSentValues,
  toVersion,
  type OwnProfile,
  type ProfileField,
} from './profileFields.ts'

const SUGGESTIONS = 20

const suggested: Partial<Record<ProfileField, () => string[]>> = {
  currency: () => Intl.supportedValuesOf('currency'),
  default_currency: () => Intl.supportedValuesOf('currency'),
  timezone: () => Intl.supportedValuesOf('timeZone'),
}

interface FieldProps {
  path: string
  name: ProfileField
  value: string
  error: Error | null
  onChange: (value: string) => void
}

function Field({ path, name, value, error, onChange }: FieldProps) {
  const { profile: texts } = useTexts()
  const { faultOf } = useSentences()
  const [choices] = useState(() => suggested[name]?.())
  const common = { label: texts.fields[name], required: REQUIRED.has(path), value, error: faultOf(error, path) }
  if (choices) return <Autocomplete {...common} data={choices} limit={SUGGESTIONS} onChange={onChange} />
  if (NUMBERS.has(path)) return <TypedInput {...common} kind="number" onChange={onChange} />
  return <TextInput {...common} dir="auto" onChange={(event) => onChange(event.currentTarget.value)} />
}

const useSaveProfile = (own: OwnProfile, onSaved: () => void) =>
  useVersionedSave(toVersion(own), {
    read: async () => toVersion((await callSettings<typeof getOwnProfile>('GET /profile')).data),
    write: (updates, etag) =>
      callSettings<typeof updateProfile>('PATCH /profile', { body: toPatch(updates) }, { ifMatch: etag }),
    onSaved,
  })

function Conflict({ saving }: { saving: ReturnType<typeof useSaveProfile> }) {
  const { profile: texts, item } = useTexts()
  const format = useFormat()
  const { crossing } = saving
  if (!crossing) return null
  const toText = (value: unknown): string => toFormText(value, format) || item.empty
  return (
    <ValueConflict
      fields={findCrossed(crossing).map((path) => ({
        name: path,
        label: texts.fields[(path.split('/')[1] ?? '') as ProfileField],
        yours: toText(crossing.updates[path]),
        theirs: toText(crossing.theirs.values[path]),
      }))}
      onClose={saving.cancel}
      onResolve={saving.resolve}
    />
  )
}

/** Edits both records in one form and one request. Faults are beside their fields. */
export function ProfileForm({ own, onSaved }: { own: OwnProfile; onSaved: () => void }) {
  const { profile: texts, save: saveText } = useTexts()
  const format = useFormat()
  const saving = useSaveProfile(own, onSaved)
  const [values, setValues] = useState(() => toFormTexts(saving.base, format))
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        saving.save(toSentValues(values, format))
      }}
    >
      {partNames.map((part) => (
        <Panel key={part} title={texts.parts[part]} isFlush>
          <div className="owner-form">
            {profileParts[part].map((name) => (
              <Field
                key={name}
                path={pathOf(part, name)}
                name={name}
                value={values[pathOf(part, name)] ?? ''}
                error={saving.error}
                onChange={(value) => setValues((before) => ({ ...before, [pathOf(part, name)]: value }))}
              />
            ))}
          </div>
        </Panel>
      ))}
      {saving.error && <ErrorNote error={saving.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {saveText}
        </Button>
      </Group>
      <Conflict saving={saving} />
    </form>
  )
}
