import { exportCalendar, issueCalendarAddress, listCalendars } from '../../contract/calendars.ts'
import * as control from '../../contract/control.ts'
import { tagSheet } from '../../contract/controlTag.ts'
import { explainSource } from '../../contract/explain.ts'
import { pauseSchedule, resumeSchedule } from '../../contract/schedules.ts'
import { listProblems } from '../../contract/problems.ts'
import { listReminders, runReminders, testReminders } from '../../contract/reminders.ts'
import * as calendars from './calendars.ts'
import { runDaily } from './runDaily.ts'
import { explain } from './explain.ts'
import { exportGear, exportReport } from './files.ts'
import { fileRoute, jsonRoute, linesRoute, uploadRoute, type Route } from './route.ts'
import { abort } from '../runs/abort.ts'
import { approve, reject } from '../runs/decide.ts'
import * as problems from './problems.ts'
import * as reminders from './reminders.ts'
import { get, list, plan, report } from '../runs/read.ts'
import { start } from '../runs/start.ts'
import { undo } from '../runs/undo.ts'
import { watch } from '../runs/watch.ts'
import { pause, resume } from './schedules.ts'
import * as sources from './sources.ts'
import { tag } from './tag.ts'

export const routes: readonly Route[] = [
  jsonRoute(control.listSources, sources.list),
  jsonRoute(pauseSchedule, pause),
  jsonRoute(resumeSchedule, resume),
  uploadRoute(control.uploadSheet, sources.upload),
  jsonRoute(explainSource, explain),
  jsonRoute(control.startRun, start),
  jsonRoute(control.listRuns, list),
  jsonRoute(control.getRun, get),
  linesRoute(control.watchRun, watch),
  linesRoute(control.readPlan, plan),
  linesRoute(control.readReport, report),
  fileRoute(control.exportReport, exportReport),
  fileRoute(control.exportGear, exportGear),
  jsonRoute(control.approveRun, approve),
  jsonRoute(control.rejectRun, reject),
  jsonRoute(control.abortRun, abort),
  jsonRoute(control.undoRun, undo),
  fileRoute(tagSheet, tag),
  jsonRoute(listCalendars, calendars.list),
  fileRoute(exportCalendar, calendars.exportFile),
  jsonRoute(issueCalendarAddress, calendars.issueAddress),
  jsonRoute(listProblems, problems.list),
  jsonRoute(listReminders, reminders.list),
  jsonRoute(testReminders, reminders.test),
  jsonRoute(runReminders, runDaily),
]
