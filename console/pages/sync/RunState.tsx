import { Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Run } from '../../../contract/control/control.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { isMoving, resultTones } from './tones.ts'

/** Shows the progress of a run that does not wait for a person. */
export function RunProgress({ run: { progress, edit } }: { run: Run }) {
  const texts = useTexts().sync
  // A bulk edit has no sheet to read.
  const phase = edit && progress.phase === 'reading' ? 'listing' : progress.phase
  const percent = progress.total === 0 ? 0 : (progress.done / progress.total) * 100
  return (
    <div className="panel panel-body" style={{ padding: '1rem' }} role="status">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <span>{texts.phases[phase]}</span>
        {progress.total > 0 && (
          <span className="soft number small">{texts.progress(progress.done, progress.total)}</span>
        )}
      </div>
      <Progress
        mt="xs"
        size="sm"
        value={progress.total === 0 ? 100 : percent}
        animated={progress.total === 0}
        aria-label={texts.phases[phase]}
      />
    </div>
  )
}

/** Rows by result. */
export function Results({ run }: { run: Run }) {
  const texts = useTexts().sync
  const { number } = useFormat()
  const names = (Object.keys(texts.results) as (keyof typeof texts.results)[]).filter(
    (name) => (run.results[name] ?? 0) > 0,
  )
  return (
    <div className="counts-line">
      {names.map((name) => (
        <Tag key={name} tone={resultTones[name]}>{`${number(run.results[name] ?? 0)} ${texts.results[name]}`}</Tag>
      ))}
    </div>
  )
}

/** Reads gear again after a run that has written some has ended. */
export function useFreshGear(run: Run | undefined): void {
  const client = useQueryClient()
  const status = run?.status
  useEffect(() => {
    if (status === undefined || isMoving(status)) return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => ['gear', 'documents', 'analytics', 'runs', 'sources'].includes(String(queryKey[0])),
    })
  }, [status, client])
}
