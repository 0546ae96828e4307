import { randomInt } from 'node:crypto'
import { normalizeFields, type CalendarEvent, type EventFields, type EventStatus } from './event.ts'
import { isSameTime, renderTime } from './eventTimes.ts'
import { ListTokens } from './listTokens.ts'

export type CalendarRole = 'freeBusyReader' | 'owner' | 'reader' | 'writer'

export interface NewCalendar {
  summary?: string
  description?: string
  location?: string
  /** Default `Europe/Berlin`. */
  timeZone?: string
  /** E-mail address. Default `owner@example.com`. */
  owner?: string
  /** E-mail addresses with their roles. */
  sharedWith?: Record<string, CalendarRole>
  /** The OAuth client, or the address of the service account, that created the calendar; undefined for a person. */
  createdBy?: string
}

interface StoredEvent {
  /** Its times are in UTC. */
  event: CalendarEvent
  /** Number of the change that made it so. */
  revision: number
}

interface EventChange {
  status: EventStatus
  /** Number that the client sent. */
  sequence?: number | undefined
}

/** Characters of event ids that Google creates. */
const ID_CHARACTERS = '0123456789abcdefghijklmnopqrstuv'
const createId = (length: number, characters: string): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

/** Increases with the revision, even if the clock stands still. */
const toEtag = (nowMs: number, revision: number): string => `"${2 * (nowMs * 1000 + revision)}"`

/** A calendar as Google holds it. Methods that begin with a verb do what people do in the user interface. */
export class StoredCalendar {
  readonly id = `${createId(26, `${ID_CHARACTERS}wxyz`)}@group.calendar.google.com`
  readonly timeZone: string
  readonly owner: string
  readonly createdBy: string | undefined
  readonly tokens = new ListTokens()
  readonly summary: string
  readonly description: string | undefined
  readonly location: string | undefined
  /** True refuses PUT on a deleted event with 403, as some accounts report. */
  refusesRestore = false
  /** True takes a missing `sequence` of PUT for 0, as some accounts report. False accepts one. */
  requiresSequence = true
  /** Part of the titles that Google refuses. */
  refusedTitle: string | undefined
  readonly #roles: Map<string, CalendarRole>
  readonly #events = new Map<string, StoredEvent>()
  readonly #nowMs: () => number
  readonly #createdMs: number
  #updatedMs: number
  #revision = 0
  #isRemoved = false

  constructor(calendar: NewCalendar, nowMs: () => number) {
    const {
      summary = 'Calendar',
      description,
      location,
      timeZone = 'Europe/Berlin',
      owner = 'owner@example.com',
      sharedWith = {},
    } = calendar
    this.summary = summary
    this.description = description
    this.location = location
    this.timeZone = timeZone
    this.owner = owner
    this.createdBy = calendar.createdBy
    this.#roles = new Map([[owner, 'owner'], ...Object.entries(sharedWith)])
    this.#nowMs = nowMs
    this.#createdMs = nowMs()
    this.#updatedMs = nowMs()
  }

  /** Number of changes of events so far. */
  get revision(): number {
    return this.#revision
  }

  /** Of the calendar, which changes of events do not change. */
  get etag(): string {
    return toEtag(this.#createdMs, 0)
  }

  get updated(): string {
    return new Date(this.#updatedMs).toISOString()
  }

  /** @returns undefined for an account without access, and after the calendar was removed */
  roleOf(account: string): CalendarRole | undefined {
    return this.#isRemoved ? undefined : this.#roles.get(account)
  }

  /** All events in order of creation, also deleted ones. */
  events(): CalendarEvent[] {
    return [...this.#events.keys()].map((id) => this.event(id))
  }

  /** @throws Error when the calendar never had this event */
  event(id: string): CalendarEvent {
    const event = this.find(id)
    if (!event) throw new Error(`${this.summary} has no event ${id}`)
    return event
  }

  /** @param timeZone of the times. @returns undefined when the calendar never had this event */
  find(id: string, timeZone = this.timeZone): CalendarEvent | undefined {
    const event = this.#events.get(id)?.event
    return event && { ...event, start: renderTime(event.start, timeZone), end: renderTime(event.end, timeZone) }
  }

  /** Ids of the events that changed after a revision, in order of their changes. */
  findChangedIds(revision: number): string[] {
    const changed = [...this.#events].filter(([, stored]) => stored.revision > revision)
    return changed.sort(([, a], [, b]) => a.revision - b.revision).map(([id]) => id)
  }

  /** Stores a new event. @param creator e-mail address */
  insert(
    fields: EventFields,
    creator: string,
    { status, sequence = 0 }: EventChange,
    id = createId(26, ID_CHARACTERS),
  ): CalendarEvent {
    const link = Buffer.from(`${id} ${this.id}`).toString('base64url')
    const event: CalendarEvent = {
      kind: 'calendar#event',
      id,
      etag: '',
      status,
      htmlLink: `https://www.google.com/calendar/event?eid=${link}`,
      created: new Date(this.#nowMs()).toISOString(),
      updated: '',
      creator: { email: creator },
      organizer: { email: this.id, displayName: this.summary, self: true },
      iCalUID: `${id}@google.com`,
      sequence,
      eventType: 'default',
      ...fields,
    }
    return this.#store(event)
  }

  /** Replaces what clients write of an event. */
  replace(id: string, fields: EventFields, { status, sequence = 0 }: EventChange): CalendarEvent {
    const {
      kind,
      etag,
      htmlLink,
      created,
      updated,
      creator,
      organizer,
      iCalUID,
      sequence: before,
      eventType,
      start,
      end,
    } = this.#eventOf(id)
    const isMoved = !isSameTime(start, fields.start) || !isSameTime(end, fields.end)
    const next = sequence > before ? sequence : before + Number(isMoved)
    return this.#store({
      kind,
      id,
      etag,
      status,
      htmlLink,
      created,
      updated,
      creator,
      organizer,
      iCalUID,
      sequence: next,
      eventType,
      ...fields,
    })
  }

  /** Adds an event as the owner does. */
  addEvent(fields: EventFields): CalendarEvent {
    return this.insert(normalizeFields(fields), this.owner, { status: 'confirmed' })
  }

  editEvent(id: string, changes: Partial<EventFields>): CalendarEvent {
    const event = this.#eventOf(id)
    return this.replace(id, normalizeFields({ ...event, ...changes }), {
      status: event.status,
      sequence: event.sequence,
    })
  }

  deleteEvent(id: string): void {
    this.#store({ ...this.#eventOf(id), status: 'cancelled' })
  }

  restoreEvent(id: string): void {
    this.#store({ ...this.#eventOf(id), status: 'confirmed' })
  }

  /** Raises the sequence of an event as an invitation by mail does, without another etag. */
  raiseSequence(id: string, sequence: number): void {
    const stored = this.#events.get(id)
    if (stored) this.#events.set(id, { ...stored, event: { ...stored.event, sequence } })
  }

  /** Removes the calendar for everyone. */
  remove(): void {
    this.#isRemoved = true
  }

  share(account: string, role: CalendarRole): void {
    this.#roles.set(account, role)
  }

  unshare(account: string): void {
    this.#roles.delete(account)
  }

  /** Ends all sync tokens so far. */
  expireSyncTokens(): void {
    this.tokens.expireSyncTokens()
  }

  /** Forgets all sync tokens so far, which are 400 then. */
  forgetSyncTokens(): void {
    this.tokens.forgetSyncTokens()
  }

  /** @throws Error when the calendar never had this event */
  #eventOf(id: string): CalendarEvent {
    const stored = this.#events.get(id)
    if (!stored) throw new Error(`${this.summary} has no event ${id}`)
    return stored.event
  }

  #store(event: CalendarEvent): CalendarEvent {
    const nowMs = this.#nowMs()
    this.#revision++
    this.#updatedMs = nowMs
    const stored = { ...event, etag: toEtag(nowMs, this.#revision), updated: new Date(nowMs).toISOString() }
    this.#events.set(event.id, { event: stored, revision: this.#revision })
    return this.event(event.id)
  }
}
