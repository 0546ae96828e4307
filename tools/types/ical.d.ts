// TypeScript does not find the types that ical.js 2 ships. These are the ones that tests use.
declare module 'ical.js' {
  class Time {
    isDate: boolean
    static fromDateTimeString(text: string): Time
    toString(): string
    toJSDate(): Date
  }
  class Component {
    constructor(jCal: unknown[])
    getAllSubcomponents(name: string): Component[]
    getFirstPropertyValue(name: string): unknown
  }
  class Event {
    constructor(component: Component, options: { strictExceptions: boolean })
    uid: string
    startDate: Time
    endDate: Time
    sequence: number
    summary: string
    location: string | null
    description: string | null
  }
  class Timezone {
    constructor(component: Component)
    /** Offset from UTC in seconds at a local time; positive is east. */
    utcOffset(at: Time): number
  }
  const ICAL: {
    /** Parses RFC 5545 text to jCal (RFC 7265). */
    parse(text: string): unknown[]
    design: { strict: boolean }
    Time: typeof Time
    Component: typeof Component
    Event: typeof Event
    Timezone: typeof Timezone
  }
  export default ICAL
}
