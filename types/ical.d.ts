// ical.js 2 names its types where TypeScript does not look; these are the ones that tests use.
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
    /** Seconds east of UTC at a wall time. */
    utcOffset(at: Time): number
  }
  const ICAL: {
    /** RFC 5545 to the jCal of RFC 7265. */
    parse(text: string): unknown[]
    design: { strict: boolean }
    Time: typeof Time
    Component: typeof Component
    Event: typeof Event
    Timezone: typeof Timezone
  }
  export default ICAL
}
