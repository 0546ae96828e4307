import { mondayOf } from './days.ts'

const views = ['week', 'list'] as const

/** Values in the page's address. Without a view it shows a month, on a phone as a list. */
export interface ShootsSearch {
  view?: (typeof views)[number]
  /** YYYY-MM */
  month?: string
  /** Monday of the week. */
  week?: string
  /** Id of the open shoot. */
  shoot?: string
  /** Day of a new shoot. */
  day?: string
  feeds?: true
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isMonth = (text: unknown): text is string => typeof text === 'string' && isDay(`${text}-01`)

export function readShootsSearch(search: Record<string, unknown>): ShootsSearch {
  const view = views.find((name) => name === search['view'])
  const { month, week, shoot, day } = search
  const read: ShootsSearch = {}
  if (view !== undefined) read.view = view
  if (isMonth(month)) read.month = month
  if (isDay(week)) read.week = mondayOf(week)
  if (typeof shoot === 'string' && shoot !== '') read.shoot = shoot
  if (isDay(day)) read.day = day
  if (search['feeds'] === true) read.feeds = true
  return read
}
