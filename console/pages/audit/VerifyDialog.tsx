import { Alert, Button, Code, CopyButton, Group, Modal, Progress, Text, TextInput } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AuditReport, verifyAudit } from '../../../contract/settings/audit.ts'
import { callSettings } from '../../api/request.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

const TICK_MS = 1000

/** Verifies the chain, and counts the seconds. Closing ends the request. */
function useVerify() {
  const [seconds, setSeconds] = useState(0)
  const ticking = useInterval(() => setSeconds((before) => before + 1), TICK_MS)
  const running = useRef<AbortController>(undefined)
  const verifying = useMutation({
    mutationFn: async (head: string) => {
      running.current = new AbortController()
      const query = head === '' ? {} : { head }
      return (
        await callSettings<typeof verifyAudit>('GET /audit/verify', { query }, { signal: running.current.signal })
      ).data
    },
    onMutate: () => {
      setSeconds(0)
      ticking.start()
    },
    onSettled: ticking.stop,
  })
  return { ...verifying, seconds, abort: () => running.current?.abort() }
}

/** Shows the result as text, and the head to store for the next verification. */
function Report({ report }: { report: AuditReport }) {
  const { audit: texts, ...common } = useTexts()
  const format = useFormat()
  return (
    <div className="stack">
      <Alert color={report.ok ? 'green' : 'red'} title={report.ok ? texts.intact : texts.damaged}>
        {report.fault !== null && <Text size="sm">{report.fault}</Text>}
        <Text size="sm">{texts.checked(report.rows, report.links, report.count)}</Text>
        {report.pruned_rows > 0 && report.pruned_until !== null && (
          <Text size="sm">{texts.pruned(report.pruned_rows, format.moment(report.pruned_until))}</Text>
        )}
        {report.head_found === true && <Text size="sm">{texts.headFound}</Text>}
      </Alert>
      <Text size="sm">{texts.headText}</Text>
      <Code block className="secret-text">
        {report.head}
      </Code>
      <CopyButton value={report.head}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            {copied ? common.owner.copied : texts.copyHead}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { audit: texts, ...common } = useTexts()
  const { faultOf } = useSentences()
  const [head, setHead] = useState('')
  const { mutate, data, error, isPending, seconds, abort } = useVerify()
  const close = (): void => {
    abort()
    onClose()
  }
  return (
    <Modal opened onClose={close} title={texts.verifyTitle} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate(head.trim())
        }}
      >
        <Text size="sm">{texts.verifyText}</Text>
        <TextInput
          label={texts.head}
          description={texts.headHint}
          value={head}
          error={faultOf(error, 'head')}
          onChange={(event) => setHead(event.currentTarget.value)}
        />
        <div role="status">
          {isPending && (
            <div className="stack">
              <Progress value={100} animated aria-label={texts.verifying(seconds)} />
              <Text size="sm">{texts.verifying(seconds)}</Text>
            </div>
          )}
          {data && !isPending && <Report report={data} />}
        </div>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {data ? common.close : common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.verify}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
