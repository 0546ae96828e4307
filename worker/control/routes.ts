import { answerRunCells } from '../../contract/control/answerCells.ts'
import {
  exportCalendar,
  issueCalendarAddress,
  listCalendars,
  revokeCalendarAddress,
} from '../../contract/control/calendars.ts'
import * as control from '../../contract/control/control.ts'
import { adoptSource } from '../../contract/control/controlAdopt.ts'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { tagRunSheet, tagSheet } from '../../contract/control/controlTag.ts'
import { recreateItems } from '../../contract/control/recreate.ts'
import { takeDamagedValues } from '../../contract/control/takeDamaged.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { exportForecast, readForecast } from '../../contract/control/forecast.ts'
import {
  checkGoogle,
  createGoogleCalendar,
  endGoogleSignIn,
  finishGoogleSignIn,
  startGoogleSignIn,
} from '../../contract/control/google.ts'
import {
  createSource,
  getSourceSettings,
  replanRun,
  updateSourceSettings,
} from '../../contract/control/sourceSettings.ts'
import { pauseSchedule, resumeSchedule } from '../../contract/control/schedules.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { adoptWorkerSettings, getWorkerSettings } from '../../contract/control/workerSettings.ts'
import {
  listAutomations,
  pauseAutomation,
  resumeAutomation,
  runAutomation,
} from '../../contract/control/automations.ts'
import { acknowledgeReminder, snoozeReminder, withdrawReminderLinks } from '../../contract/control/reminderAnswers.ts'
import { previewReminder } from '../../contract/control/reminderPreview.ts'
import { listReminders, runReminders, testReminders } from '../../contract/control/reminders.ts'
import { exportGear, exportReport, uploadSheet } from '../../contract/control/sheetFiles.ts'
import { listUnsubscribed, resubscribePerson } from '../../contract/control/unsubscriptions.ts'
import { exportWarrantyReport, readWarrantyReport } from '../../contract/control/warrantyReport.ts'
import { MAX_CONTROL_BODY_BYTES } from '../../contract/policies.ts'
import * as calendars from './calendars.ts'
import { startDailyRun } from './runDaily.ts'
import { explainSourceSheet } from './explain.ts'
import * as files from './files.ts'
import { streamForecast } from './forecast.ts'
import { exportForecastFile } from './forecastFile.ts'
import { checkGoogleAccess } from '../google/check.ts'
import { createCalendar } from '../google/createCalendar.ts'
import { buildConsentAddress, signIn } from '../google/signIn.ts'
import { signOut } from '../google/signOut.ts'
import { fileRoute, jsonRoute, linesRoute, uploadRoute, type Route } from './route.ts'
import { abortSourceRun } from '../runs/abort.ts'
import { adoptBindingsOfSource } from '../runs/adopt.ts'
import { startBulkEdit } from '../runs/startBulkEdit.ts'
import { approveWaitingRun, rejectWaitingRun } from '../runs/decide.ts'
import * as problems from './problems.ts'
import * as automations from './automations.ts'
import * as reminderAnswers from './reminderAnswers.ts'
import { preview } from './reminderPreview.ts'
import * as reminders from './reminders.ts'
import { getRunView, listRunViews, streamPlan, streamReport } from '../runs/read.ts'
import { startRequestedRun } from '../runs/start.ts'
import { startRecreatingRun } from '../runs/recreate.ts'
import { startAnsweredRun } from '../runs/answerCells.ts'
import { startReplanningRun } from '../runs/replanRun.ts'
import { startTakingRun } from '../runs/takeDamaged.ts'
import { startUndoRun } from '../runs/undo.ts'
import { streamRunChanges } from '../runs/watch.ts'
import { pauseSourceSchedule, resumeSourceSchedule } from './schedules.ts'
import * as sources from './sources.ts'
import { addNewSource, changeSourceSettings, showSourceSettings } from './sourceSettings.ts'
import { adoptSettingsFile, showSettings } from './settingsFile.ts'
import { tagSheetOfRun, tagUploadedSheet } from './tag.ts'
import * as unsubscriptions from './unsubscriptions.ts'
import { exportWarrantyReportFile, streamWarrantyReport } from './warrantyReport.ts'

export const routes: readonly Route[] = [
  jsonRoute(control.listSources, sources.listSourceViews),
  jsonRoute(createSource, addNewSource),
  jsonRoute(getSourceSettings, showSourceSettings),
  jsonRoute(updateSourceSettings, changeSourceSettings),
  jsonRoute(pauseSchedule, pauseSourceSchedule),
  jsonRoute(resumeSchedule, resumeSourceSchedule),
  uploadRoute(uploadSheet, sources.storeUpload),
  jsonRoute(explainSource, explainSourceSheet),
  jsonRoute(control.startRun, startRequestedRun),
  jsonRoute(control.listRuns, listRunViews),
  jsonRoute(control.getRun, getRunView),
  linesRoute(control.watchRun, streamRunChanges),
  linesRoute(control.readPlan, streamPlan),
  linesRoute(control.readReport, streamReport),
  fileRoute(exportReport, files.exportReport),
  fileRoute(exportGear, files.exportGear),
  jsonRoute(control.approveRun, approveWaitingRun),
  jsonRoute(control.rejectRun, rejectWaitingRun),
  jsonRoute(control.abortRun, abortSourceRun),
  jsonRoute(control.undoRun, startUndoRun),
  jsonRoute(recreateItems, startRecreatingRun),
  jsonRoute(answerRunCells, startAnsweredRun, MAX_CONTROL_BODY_BYTES),
  jsonRoute(replanRun, startReplanningRun),
  jsonRoute(takeDamagedValues, startTakingRun, MAX_CONTROL_BODY_BYTES),
  jsonRoute(createBulkEdit, startBulkEdit, MAX_CONTROL_BODY_BYTES),
  jsonRoute(adoptSource, adoptBindingsOfSource),
  fileRoute(tagSheet, tagUploadedSheet),
  fileRoute(tagRunSheet, tagSheetOfRun),
  jsonRoute(listCalendars, calendars.listCalendarViews),
  fileRoute(exportCalendar, calendars.exportCalendarFile),
  jsonRoute(issueCalendarAddress, calendars.issueFeedAddress),
  jsonRoute(revokeCalendarAddress, calendars.revokeFeedAddress),
  jsonRoute(startGoogleSignIn, buildConsentAddress),
  jsonRoute(finishGoogleSignIn, signIn),
  jsonRoute(endGoogleSignIn, signOut),
  jsonRoute(checkGoogle, checkGoogleAccess),
  jsonRoute(createGoogleCalendar, createCalendar),
  jsonRoute(listProblems, problems.listCurrentProblems),
  jsonRoute(getWorkerSettings, showSettings),
  jsonRoute(adoptWorkerSettings, adoptSettingsFile),
  linesRoute(readForecast, streamForecast, true),
  fileRoute(exportForecast, exportForecastFile),
  linesRoute(readWarrantyReport, streamWarrantyReport, true),
  fileRoute(exportWarrantyReport, exportWarrantyReportFile),
  jsonRoute(listReminders, reminders.listReminderViews),
  jsonRoute(previewReminder, preview),
  jsonRoute(testReminders, reminders.sendTestReminders),
  jsonRoute(runReminders, startDailyRun),
  jsonRoute(listAutomations, automations.listAutomationViews),
  jsonRoute(runAutomation, automations.runAutomationNow),
  jsonRoute(pauseAutomation, automations.pauseAutomationSchedule),
  jsonRoute(resumeAutomation, automations.resumeAutomationSchedule),
  jsonRoute(acknowledgeReminder, reminderAnswers.acknowledge),
  jsonRoute(snoozeReminder, reminderAnswers.snooze),
  jsonRoute(withdrawReminderLinks, reminderAnswers.withdrawLinks),
  jsonRoute(listUnsubscribed, unsubscriptions.listUnsubscribedPeople),
  jsonRoute(resubscribePerson, unsubscriptions.resubscribe),
]
