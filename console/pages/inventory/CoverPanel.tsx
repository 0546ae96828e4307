import { useQuery } from '@tanstack/react-query'
import type { Gear } from '../../../contract/api/gear.ts'
import { coversQuery } from '../../api/queries.ts'
import { useRights } from '../../api/session.ts'
import type { Format } from '../../base/createFormat.ts'
import { daysBetween } from '../../base/days.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Panel } from '../../parts/Panel.tsx'
import type { Texts } from '../../texts/en.ts'
import { listCovers, type Cover } from './covers.ts'

const SOON_DAYS = 60
const ASSUMED_DAYS = 730

function describeState({ state, from, until }: Cover, texts: Texts, format: Format): string | undefined {
  if (state === 'later') return texts.item.coverBegins(format.daysFromToday(from ?? format.today))
  if (until === null) return undefined
  const inWords = format.daysFromToday(until)
  return state === 'ended' ? texts.item.warrantyOver(inWords) : texts.item.warrantyLeft(inWords)
}

function toLine({ type, until }: Cover, texts: Texts, format: Format): string {
  const name = texts.documents.types[type]
  return until === null ? texts.item.coverForever(name) : texts.item.coverUntil(name, format.day(until))
}

/** Shows the elapsed part of a cover, from its first day if that is known. */
function CoverBar({ cover: { state, from }, until }: { cover: Cover; until: string }) {
  const { today } = useFormat()
  const leftDays = daysBetween(today, until)
  const wholeDays = Math.max(1, from === null ? ASSUMED_DAYS : daysBetween(from, until))
  const passed = Math.min(100, Math.max(2, 100 - (leftDays / wholeDays) * 100))
  const toneToCome = leftDays <= SOON_DAYS ? 'warn' : 'good'
  return (
    <div className="bar" data-tone={state === 'ended' ? 'bad' : toneToCome} aria-hidden="true">
      <span style={{ width: `${passed}%` }} />
    </div>
  )
}

/** Shows what covers an item today, else what comes or has ended: all warranties and insurances count. */
export function CoverPanel({ item }: { item: Gear }) {
  const texts = useTexts()
  const format = useFormat()
  const { can } = useRights()
  const { data: documents, error, isLoading } = useQuery({ ...coversQuery(item.id), enabled: can('documents:read') })
  const covers = isLoading ? [] : listCovers(item, documents, format.today)
  const [first, ...others] = covers
  if (error) return <ErrorNote error={error} />
  if (!first) return null
  const isInsured = covers.some(({ type }) => type === 'insurance')
  const inWords = describeState(first, texts, format)
  return (
    <Panel title={isInsured ? texts.item.covers : texts.item.warranty} aside={first.provider ?? undefined}>
      {first.until !== null && <CoverBar cover={first} until={first.until} />}
      <div className="small wrap" style={{ marginTop: '0.5rem' }}>
        {toLine(first, texts, format)} {inWords !== undefined && <span className="soft">· {inWords}</span>}
      </div>
      {others
        .filter(({ state }) => state !== 'ended')
        .map((cover) => (
          <div key={cover.id} className="small soft wrap">
            {[toLine(cover, texts, format), cover.provider].filter(Boolean).join(' · ')}
          </div>
        ))}
    </Panel>
  )
}
