import { Modal, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scopes as apiScopes, settingsScopes, type KeyScope } from '../../../contract/scopes.ts'
import type { createKey } from '../../../contract/settings/keys.ts'
import { keysQuery } from '../../api/ownerQueries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { addDays, isRealDay } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { toTypedValue } from '../../base/typed.ts'
import { toMoment } from '../../base/zonedTime.ts'
import { CheckGroups, type CheckGroup } from '../../parts/CheckGroups.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { showSecret } from '../../parts/SecretDialog.tsx'
import { TypedInput } from '../../parts/TypedInput.tsx'

interface Values {
  name: string
  kind: 'api' | 'owner'
  scopes: string[]
  /** Last day of validity as typed, or empty. */
  endsOn: string
}

/**
 * Groups the scopes of a kind by subject. An owner key with scopes grants no more than it has; a full one grants all.
 */
function useScopeGroups(kind: Values['kind']): CheckGroup[] {
  const { keys: texts } = useTexts()
  const { ownerCan } = useRights()
  const isFull = settingsScopes.every((scope) => ownerCan(scope))
  const known: readonly KeyScope[] = kind === 'api' ? apiScopes : settingsScopes
  const offered = known.filter((scope) => isFull || ownerCan(scope))
  const subjects = [...new Set(offered.map((scope) => scope.split(':')[0] ?? ''))]
  return subjects.map((subject) => ({
    title: texts.subjects[subject] ?? subject,
    choices: offered
      .filter((scope) => scope.startsWith(`${subject}:`))
      .map((scope) => ({ value: scope, label: texts.scopeNames[scope] ?? scope })),
  }))
}

function useCreateKey(onClose: () => void) {
  const { keys: texts } = useTexts()
  const format = useFormat()
  const client = useQueryClient()
  const repeatKeyOf = useRepeatKey()
  return useMutation({
    // The cache must not retain the key after its dialog has closed.
    gcTime: 0,
    mutationFn: async ({ name, kind, scopes, endsOn }: Values) => {
      const day = toTypedValue('day', endsOn, format)
      const isDay = typeof day === 'string' && isRealDay(day)
      const expiry = isDay ? toMoment(`${addDays(day, 1)}T00:00`, format.timeZone) : (day as string | null)
      const body = { name, kind, scopes: scopes as KeyScope[], expires_at: expiry }
      return (await callSettings<typeof createKey>('POST /keys', { body }, { idempotencyKey: repeatKeyOf(body) })).data
    },
    onSuccess: async ({ key }) => {
      showSecret({ title: texts.createdTitle, label: texts.theKey, value: key })
      onClose()
      await client.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
}

function KindChoice({ kind, onChange }: { kind: Values['kind']; onChange: (kind: Values['kind']) => void }) {
  const { keys: texts } = useTexts()
  return (
    <div>
      <SegmentedControl
        fullWidth
        aria-label={texts.kind}
        data={(['api', 'owner'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        value={kind}
        onChange={onChange}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {texts.kindHints[kind]}
      </Text>
    </div>
  )
}

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { keys: texts, ...common } = useTexts()
  const { faultOf } = useSentences()
  const [values, setValues] = useState<Values>({ name: '', kind: 'api', scopes: [], endsOn: '' })
  const groups = useScopeGroups(values.kind)
  const { mutate, error, isPending } = useCreateKey(onClose)
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }))
  return (
    <Modal opened onClose={onClose} title={texts.add} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate(values)
        }}
      >
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          data-autofocus
          dir="auto"
          value={values.name}
          error={faultOf(error, 'name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <KindChoice kind={values.kind} onChange={(kind) => set({ kind, scopes: [] })} />
        <CheckGroups
          label={texts.scopes}
          description={texts.scopesHint}
          groups={groups}
          value={values.scopes}
          error={faultOf(error, 'scopes')}
          onChange={(scopes) => set({ scopes })}
        />
        <TypedInput
          kind="day"
          label={texts.endsOn}
          description={texts.endsOnHint}
          value={values.endsOn}
          error={faultOf(error, 'expires_at')}
          onChange={(endsOn) => set({ endsOn })}
        />
        {error && <ErrorNote error={error} />}
        <DialogButtons submitText={texts.create} isSaving={isPending} onCancel={onClose} />
      </form>
    </Modal>
  )
}
