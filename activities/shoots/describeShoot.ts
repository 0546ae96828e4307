import type { Shoot } from '../../contract/api/shoots.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import type { Notification } from '../notify/types.ts'

/** Days before the shoot, of its only reminder step. */
export const SHOOT_STEP = 1

const MAX_PLACES = 5
const MAX_NOTES = 500

const toFacts = (name: string, value: string | null): Notification['facts'] =>
  value === null || value === '' ? [] : [{ name, value }]

function listPlaces(places: readonly string[], { shoot, format }: Texts): string {
  const shown = places.slice(0, MAX_PLACES).join('; ')
  return places.length > MAX_PLACES ? shoot.morePlaces(shown, format.count(places.length - MAX_PLACES)) : shown
}

function describeDuration(minutes: number | null): string | null {
  if (minutes === null) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
}

const cutNotes = (notes: string | null): string | null =>
  notes !== null && notes.length > MAX_NOTES ? `${notes.slice(0, MAX_NOTES)}…` : notes

/** Describes a shoot of today or tomorrow. @param day today, `YYYY-MM-DD` */
export function describeShoot(shoot: Shoot, day: string, texts: Texts): Notification {
  const { shoot_date: date, shoot_time: time, client_name: client } = shoot
  const { facts, format } = texts
  const isToday = countDaysBetween(day, date) === 0
  const name = `${shoot.title}${client === null ? '' : ` (${client})`}`
  return {
    kind: 'shoot_tomorrow',
    subject: shoot.id,
    dueOn: date,
    step: SHOOT_STEP,
    title: texts.shoot.title({ isToday, time, name }),
    facts: [
      ...toFacts(facts.shoot, shoot.title),
      ...toFacts(facts.client, client),
      ...toFacts(facts.date, format.day(date)),
      ...toFacts(facts.time, time),
      ...toFacts(facts.duration, describeDuration(shoot.duration_minutes)),
      ...toFacts(shoot.locations.length > 1 ? facts.places : facts.place, listPlaces(shoot.locations, texts)),
      ...toFacts(facts.status, texts.shoot.statuses[shoot.status]),
      ...toFacts(facts.notes, cutNotes(shoot.notes)),
    ],
  }
}
