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
import { file, json, lines, upload, type Route } from './route.ts'
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
  json(control.listSources, sources.list),
  json(pauseSchedule, pause),
  json(resumeSchedule, resume),
  upload(control.uploadSheet, sources.upload),
  json(explainSource, explain),
  json(control.startRun, start),
  json(control.listRuns, list),
  json(control.getRun, get),
  lines(control.watchRun, watch),
  lines(control.readPlan, plan),
  lines(control.readReport, report),
  file(control.exportReport, exportReport),
  file(control.exportGear, exportGear),
  json(control.approveRun, approve),
  json(control.rejectRun, reject),
  json(control.abortRun, abort),
  json(control.undoRun, undo),
  file(tagSheet, tag),
  json(listCalendars, calendars.list),
  file(exportCalendar, calendars.exportFile),
  json(issueCalendarAddress, calendars.issueAddress),
  json(listProblems, problems.list),
  json(listReminders, reminders.list),
  json(testReminders, reminders.test),
  json(runReminders, runDaily),
]
