import { Button } from '@mantine/core'
import type { SessionInfo } from '../../../contract/settings/sessions.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Entry, Fact } from '../../parts/Entry.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { describeAgent } from './agent.ts'

interface SessionListProps {
  sessions: readonly SessionInfo[]
  onEnd: (session: SessionInfo) => void
}

function SessionEntry({ info, onEnd }: { info: SessionInfo; onEnd: (session: SessionInfo) => void }) {
  const { keys: texts } = useTexts()
  const { session, ownerCan } = useRights()
  const isThisOne = info.id === session?.id
  return (
    <Entry
      title={info.api_key.label}
      tags={
        <>
          {isThisOne && <Tag tone="busy">{texts.thisSession}</Tag>}
          {!info.live && <Tag tone="quiet">{texts.sessionEnded}</Tag>}
        </>
      }
      facts={
        <>
          <Fact term={texts.since}>
            <Moment at={info.created_at} />
          </Fact>
          <Fact term={texts.lastUse}>
            <Moment at={info.last_used_at} /> <span className="soft">{texts.from(info.last_used_ip)}</span>
          </Fact>
          <Fact term={texts.browser}>
            {info.user_agent && <span title={info.user_agent}>{describeAgent(info.user_agent)}</span>}
          </Fact>
          <Fact term={texts.ownerKey}>{info.owner_key?.label}</Fact>
        </>
      }
      actions={
        info.live && ownerCan('keys:write') ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${texts.endSession}: ${info.api_key.label}`}
            onClick={() => onEnd(info)}
          >
            {texts.endSession}
          </Button>
        ) : undefined
      }
    />
  )
}

export const SessionList = ({ sessions, onEnd }: SessionListProps) => (
  <ul className="entries">
    {sessions.map((info) => (
      <SessionEntry key={info.id} info={info} onEnd={onEnd} />
    ))}
  </ul>
)
