import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key, revokeKey, rotateKey } from '../../../contract/settings/keys.ts'
import type { endSession, SessionInfo } from '../../../contract/settings/sessions.ts'
import { keysQuery, sessionsQuery } from '../../api/ownerQueries.ts'
import { useRepeatKey } from '../../api/repeatKey.ts'
import { callSettings } from '../../api/request.ts'
import { replaceSession, useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Confirm } from '../../parts/Confirm.tsx'
import { showSecret } from '../../parts/SecretDialog.tsx'
import { isOfSession } from './states.ts'

const OVERLAPS = [0, 3600, 86_400, 604_800] as const
const DEFAULT_OVERLAP_SECONDS = 86_400

/** Reads keys and sessions again. If this session has ended with its key, the sign-in page shows the reason. */
function useReadAgain(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keysQuery.queryKey }),
      client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    ])
}

export function RotateDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { keys: texts } = useTexts()
  const { session } = useRights()
  const [overlap, setOverlap] = useState<number>(DEFAULT_OVERLAP_SECONDS)
  const repeatKeyOf = useRepeatKey()
  const readAgain = useReadAgain()
  const rotate = async (): Promise<void> => {
    const body = { overlap_seconds: overlap }
    const input = { params: { id: apiKey.id }, body }
    const { data } = await callSettings<typeof rotateKey>('POST /keys/{id}/rotate', input, {
      idempotencyKey: repeatKeyOf(body),
    })
    showSecret({ title: texts.rotatedTitle, label: texts.theKey, value: data.key })
    void readAgain()
  }
  return (
    <Confirm
      title={texts.rotateTitle}
      name={apiKey.name}
      texts={[
        texts.rotateText,
        ...(apiKey.kind === 'worker' ? [texts.workerRotateText] : []),
        isOfSession(apiKey, session) ? texts.endsThisSession : texts.endsSessions,
      ]}
      action={texts.rotate}
      work={rotate}
      onClose={onClose}
    >
      <Select
        label={texts.overlap}
        data={OVERLAPS.map((seconds) => ({ value: String(seconds), label: texts.overlaps[seconds] }))}
        value={String(overlap)}
        allowDeselect={false}
        onChange={(seconds) => setOverlap(Number(seconds))}
      />
    </Confirm>
  )
}

export function RevokeDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { keys: texts } = useTexts()
  const { session } = useRights()
  const readAgain = useReadAgain()
  const revoke = async (): Promise<void> => {
    await callSettings<typeof revokeKey>('DELETE /keys/{id}', { params: { id: apiKey.id } })
    void readAgain()
  }
  return (
    <Confirm
      title={texts.revokeTitle}
      name={apiKey.name}
      texts={[
        texts.revokeText,
        ...(apiKey.kind === 'worker' ? [texts.workerRevokeText] : []),
        isOfSession(apiKey, session) ? texts.endsThisSession : texts.endsSessions,
      ]}
      action={texts.revoke}
      isDangerous
      work={revoke}
      onClose={onClose}
    />
  )
}

export function EndSessionDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const { keys: texts } = useTexts()
  const { session } = useRights()
  const client = useQueryClient()
  const isThisOne = info.id === session?.id
  const end = () => callSettings<typeof endSession>('DELETE /sessions/{id}', { params: { id: info.id } })
  const leave = (): void => {
    if (isThisOne) {
      replaceSession(client, null)
      return
    }
    onClose()
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  return (
    <Confirm
      title={texts.endTitle}
      name={info.api_key.label}
      texts={[isThisOne ? texts.endThisText : texts.endText]}
      action={texts.endSession}
      isDangerous
      work={end}
      onClose={onClose}
      onDone={leave}
    />
  )
}
