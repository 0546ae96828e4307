import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Key } from '../../../contract/settings/keys.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Entry, Fact } from '../../parts/Entry.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { canRevoke, canRotate, isOfSession, isUsable, keyTones, stateOf } from './states.ts'

interface KeyListProps {
  keys: readonly Key[]
  all: readonly Key[]
  /** Time when the keys were read. */
  now: string
  onRotate: (key: Key) => void
  onRevoke: (key: Key) => void
}

function LastUse({ used, from }: { used: string | null; from: string | null }): ReactNode {
  const { keys: texts } = useTexts()
  if (used === null) return texts.notUsed
  return (
    <>
      <Moment at={used} /> {from !== null && <span className="soft">{texts.from(from)}</span>}
    </>
  )
}

function KeyEntry({ apiKey, all, now, onRotate, onRevoke }: Omit<KeyListProps, 'keys'> & { apiKey: Key }) {
  const { keys: texts } = useTexts()
  const { session, ownerCan } = useRights()
  const state = stateOf(apiKey, now)
  const isKeyUsable = isUsable(apiKey, now)
  const mayChange = isKeyUsable && ownerCan('keys:write') && canRevoke(apiKey, all, session)
  const end = apiKey.revoked_at ?? apiKey.expires_at
  return (
    <Entry
      title={apiKey.name}
      tags={
        <>
          <Tag tone="quiet">{texts.kinds[apiKey.kind]}</Tag>
          {state !== 'live' && <Tag tone={keyTones[state]}>{texts.states[state]}</Tag>}
          {isOfSession(apiKey, session) && <Tag tone="busy">{texts.ofSession}</Tag>}
        </>
      }
      facts={
        <>
          <Fact term={texts.scopes}>
            {apiKey.scopes.map((scope) => texts.scopeNames[scope]).join(', ') || texts.allScopes}
          </Fact>
          <Fact term={texts.created}>
            <Moment at={apiKey.created_at} />
          </Fact>
          <Fact term={texts.lastUse}>
            <LastUse used={apiKey.last_used_at} from={apiKey.last_used_ip} />
          </Fact>
          <Fact term={isKeyUsable ? texts.ends : texts.ended}>{end === null ? texts.never : <Moment at={end} />}</Fact>
        </>
      }
      actions={
        mayChange ? (
          <>
            {state === 'live' && canRotate(apiKey, all, session) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${texts.rotate}: ${apiKey.name}`}
                onClick={() => onRotate(apiKey)}
              >
                {texts.rotate}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${texts.revoke}: ${apiKey.name}`}
              onClick={() => onRevoke(apiKey)}
            >
              {texts.revoke}
            </Button>
          </>
        ) : undefined
      }
    >
      <span className="mono soft">{apiKey.hint}</span>
    </Entry>
  )
}

export const KeyList = ({ keys, ...props }: KeyListProps) => (
  <ul className="entries">
    {keys.map((key) => (
      <KeyEntry key={key.id} apiKey={key} {...props} />
    ))}
  </ul>
)
