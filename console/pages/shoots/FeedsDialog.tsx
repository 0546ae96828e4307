import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarInfo, issueCalendarAddress, revokeCalendarAddress } from '../../../contract/control/calendars.ts'
import { calendarsQuery } from '../../api/queries.ts'
import { callWorker } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../base/language.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Moment } from '../../parts/Moment.tsx'

type Step = 'create' | 'replace' | 'revoke'

/** Creates, replaces or revokes a feed's address. Only the dialog has the new address, which is gone when it closes. */
function useFeed(calendar: CalendarInfo, onAddress: (address: string | undefined) => void) {
  const client = useQueryClient()
  const params = { id: calendar.id }
  return useMutation({
    mutationFn: async (step: Step): Promise<string | undefined> => {
      if (step === 'revoke') {
        await callWorker<typeof revokeCalendarAddress>('DELETE /calendars/{id}/address', { params })
        return undefined
      }
      const body = { rotate: step === 'replace' }
      return (await callWorker<typeof issueCalendarAddress>('POST /calendars/{id}/address', { params, body })).data.url
    },
    onSuccess: async (address) => {
      onAddress(address)
      await client.invalidateQueries({ queryKey: calendarsQuery.queryKey })
    },
  })
}

function NewAddress({ address }: { address: string }) {
  const texts = useTexts().feeds
  const clipboard = useClipboard({ timeout: 3000 })
  return (
    <div className="stack" role="status">
      <Text size="sm">{texts.shownOnce}</Text>
      <code className="feed-address">{address}</code>
      <Group>
        <Button size="compact-sm" variant="light" onClick={() => clipboard.copy(address)}>
          {clipboard.copied ? texts.copied : texts.copy}
        </Button>
        {clipboard.error && <Text size="sm">{texts.copyFailed}</Text>}
      </Group>
    </div>
  )
}

/** Asks before it revokes an address that programs may use. */
function Question({
  step,
  isPending,
  onYes,
  onNo,
}: {
  step: Step
  isPending: boolean
  onYes: () => void
  onNo: () => void
}) {
  const { feeds: texts, cancel } = useTexts()
  return (
    <div className="stack" role="alert">
      <Text size="sm">{step === 'replace' ? texts.replaceText : texts.revokeText}</Text>
      <Group>
        <Button size="compact-sm" color="red" loading={isPending} onClick={onYes} data-autofocus>
          {step === 'replace' ? texts.replaceYes : texts.revokeYes}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onNo}>
          {cancel}
        </Button>
      </Group>
    </div>
  )
}

function Times({ calendar }: { calendar: CalendarInfo }) {
  const texts = useTexts().feeds
  if (calendar.address_since === null) return texts.noAddress
  return (
    <>
      {texts.since} <Moment at={calendar.address_since} /> · {texts.lastRead}{' '}
      {calendar.last_fetched_at === null ? texts.never : <Moment at={calendar.last_fetched_at} />}
    </>
  )
}

function Feed({ calendar }: { calendar: CalendarInfo }) {
  const texts = useTexts().feeds
  const { ownerCan } = useRights()
  const [address, setAddress] = useState<string>()
  const [asked, setAsked] = useState<Step>()
  const { mutate, error, isPending } = useFeed(calendar, (created) => {
    setAddress(created)
    setAsked(undefined)
  })
  const button = (step: Step, isAsked: boolean) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending && !isAsked}
      onClick={() => (isAsked ? setAsked(step) : mutate(step))}
    >
      {texts[step]}
    </Button>
  )
  return (
    <li className="feed stack" aria-label={calendar.name}>
      <div>
        <b dir="auto">{calendar.name}</b> <span className="soft small">{texts.kinds[calendar.shows]}</span>
        <div className="small soft">
          <Times calendar={calendar} />
        </div>
      </div>
      {address !== undefined && <NewAddress address={address} />}
      {error && <ErrorNote error={error} />}
      {asked && (
        <Question step={asked} isPending={isPending} onYes={() => mutate(asked)} onNo={() => setAsked(undefined)} />
      )}
      {ownerCan('automation:write') && !asked && (
        <Group>
          {calendar.address_since === null ? (
            button('create', false)
          ) : (
            <>
              {button('replace', true)}
              {button('revoke', true)}
            </>
          )}
        </Group>
      )}
    </li>
  )
}

/** Shows the calendars of kitroom.yaml and the addresses of their feeds. */
export function FeedsDialog({ onClose }: { onClose: () => void }) {
  const { feeds: texts, close } = useTexts()
  const { data, error, isPending, refetch } = useQuery(calendarsQuery)
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg" closeButtonProps={{ 'aria-label': close }}>
      <div className="stack">
        <Text size="sm">{texts.intro}</Text>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton height={80} />}
        {data?.length === 0 && <Empty title={texts.emptyTitle} text={texts.emptyText} />}
        <ul className="feeds">
          {(data ?? []).map((calendar) => (
            <Feed key={calendar.id} calendar={calendar} />
          ))}
        </ul>
      </div>
    </Modal>
  )
}
