import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Shoot, updateShoot } from '../../../contract/shoots.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../app/format.ts'
import { useTexts } from '../../app/language.tsx'
import { shootTones } from './tones.ts'

const route = getRouteApi('/shoots')
const MAX_PER_DAY = 4
const DAYS_PER_WEEK = 7

interface MonthGridProps {
  month: string
  days: readonly string[]
  shoots: readonly Shoot[]
}

function useMoveShoot(shoots: readonly Shoot[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, day }: { id: string; day: string }) => {
      const shoot = shoots.find((each) => each.id === id)
      if (!shoot || shoot.shoot_date === day) return
      await callApi<typeof updateShoot>('PATCH /shoots/{id}', { params: { id }, body: { updates: { shoot_date: day } } }, { ifMatch: etagOf(shoot) })
    },
    onError: (error) => void notifications.show({ color: 'red', message: error.message, autoClose: false }),
    onSettled: () => client.invalidateQueries({ queryKey: ['shoots'] }),
  })
}

function Day({ day, month, shoots, onMove }: { day: string; month: string; shoots: readonly Shoot[]; onMove: (id: string) => void }) {
  const texts = useTexts().shoots
  const format = useFormat()
  const { can } = useRights()
  const search = route.useSearch()
  const [isOver, setOver] = useState(false)
  const canWrite = can('shoots:write')
  const number = String(Number(day.slice(8)))
  return (
    <div
      className="month-day"
      data-outside={!day.startsWith(month)}
      data-today={day === format.today}
      data-over={isOver}
      onDragOver={(event) => {
        if (!canWrite) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onMove(event.dataTransfer.getData('text/plain'))
      }}
    >
      {canWrite ? (
        <Link to="/shoots" search={{ ...search, day }} resetScroll={false} className="month-number" aria-label={`${texts.add}: ${format.day(day)}`}>
          {number}
        </Link>
      ) : (
        <span className="month-number">{number}</span>
      )}
      {shoots.slice(0, MAX_PER_DAY).map((shoot) => (
        <Link
          key={shoot.id}
          to="/shoots"
          search={{ ...search, shoot: shoot.id }}
          resetScroll={false}
          className={`month-shoot clip tag-${shootTones[shoot.status]}`}
          title={`${shoot.title} · ${texts.statuses[shoot.status]}`}
          dir="auto"
          draggable={canWrite}
          onDragStart={(event) => event.dataTransfer.setData('text/plain', shoot.id)}
        >
          {shoot.shoot_time} {shoot.title}
        </Link>
      ))}
      {shoots.length > MAX_PER_DAY && <span className="tiny soft">{texts.more(shoots.length - MAX_PER_DAY)}</span>}
    </div>
  )
}

/** A month with its shoots. A shoot is moved by dragging it to another day, or in its dialog. */
export function MonthGrid({ month, days, shoots }: MonthGridProps) {
  const format = useFormat()
  const move = useMoveShoot(shoots)
  return (
    <div className="month">
      {days.slice(0, DAYS_PER_WEEK).map((day) => (
        <div key={day} className="month-head">
          {format.weekday(day).split(/[ ,]/)[0]}
        </div>
      ))}
      {days.map((day) => (
        <Day
          key={day}
          day={day}
          month={month}
          shoots={shoots.filter((shoot) => shoot.shoot_date === day)}
          onMove={(id) => move.mutate({ id, day })}
        />
      ))}
    </div>
  )
}
