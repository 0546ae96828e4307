// Runs before each test file. Many compare dates with today in UTC, so a file that begins shortly before midnight waits
// for the next day.
import { pause } from './wait.ts'

/** Longer than such a file takes on a busy machine. */
const MARGIN_MS = 3 * 60_000

const now = Temporal.Now.zonedDateTimeISO('UTC')
const leftMs = now.startOfDay().add({ days: 1 }).epochMilliseconds - now.epochMilliseconds
if (leftMs < MARGIN_MS) await pause(leftMs + 1, 'the next day begins')
