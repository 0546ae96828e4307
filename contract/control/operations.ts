import { answerRunCells } from './answerCells.ts'
import { exportCalendar, issueCalendarAddress, listCalendars, revokeCalendarAddress } from './calendars.ts'
import * as control from './control.ts'
import { adoptSource } from './controlAdopt.ts'
import { createBulkEdit } from './controlBulkEdit.ts'
import { tagRunSheet, tagSheet } from './controlTag.ts'
import { explainSource } from './explain.ts'
import { exportForecast, readForecast } from './forecast.ts'
import { checkGoogle, createGoogleCalendar, endGoogleSignIn, finishGoogleSignIn, startGoogleSignIn } from './google.ts'
import { pauseSchedule, resumeSchedule } from './schedules.ts'
import { listProblems } from './problems.ts'
import { adoptWorkerSettings, getWorkerSettings } from './workerSettings.ts'
import { listAutomations, pauseAutomation, resumeAutomation, runAutomation } from './automations.ts'
import { acknowledgeReminder, snoozeReminder, withdrawReminderLinks } from './reminderAnswers.ts'
import { recreateItems } from './recreate.ts'
import { createSource, getSourceSettings, replanRun, updateSourceSettings } from './sourceSettings.ts'
import { takeDamagedValues } from './takeDamaged.ts'
import { previewReminder } from './reminderPreview.ts'
import { listReminders, runReminders, testReminders } from './reminders.ts'
import { exportGear, exportReport, uploadSheet } from './sheetFiles.ts'
import { listUnsubscribed, resubscribePerson } from './unsubscriptions.ts'
import { exportWarrantyReport, readWarrantyReport } from './warrantyReport.ts'
import type { ControlErrorCode } from '../controlErrors.ts'
import type { Operation } from '../operation.ts'

/** Every operation of the worker's control plane. */
export const controlOperations = [
  control.listSources,
  createSource,
  getSourceSettings,
  updateSourceSettings,
  pauseSchedule,
  resumeSchedule,
  uploadSheet,
  explainSource,
  control.startRun,
  control.listRuns,
  control.getRun,
  control.watchRun,
  control.readPlan,
  control.readReport,
  exportReport,
  exportGear,
  control.approveRun,
  control.rejectRun,
  control.abortRun,
  control.undoRun,
  replanRun,
  answerRunCells,
  recreateItems,
  takeDamagedValues,
  createBulkEdit,
  adoptSource,
  tagSheet,
  tagRunSheet,
  listCalendars,
  exportCalendar,
  issueCalendarAddress,
  revokeCalendarAddress,
  startGoogleSignIn,
  finishGoogleSignIn,
  endGoogleSignIn,
  checkGoogle,
  createGoogleCalendar,
  listProblems,
  getWorkerSettings,
  adoptWorkerSettings,
  readForecast,
  exportForecast,
  readWarrantyReport,
  exportWarrantyReport,
  listReminders,
  previewReminder,
  testReminders,
  runReminders,
  listAutomations,
  runAutomation,
  pauseAutomation,
  resumeAutomation,
  acknowledgeReminder,
  snoozeReminder,
  withdrawReminderLinks,
  listUnsubscribed,
  resubscribePerson,
] as const satisfies readonly Operation<ControlErrorCode>[]

/**
 * Formats the purpose of a request for the account's audit and for logs: the operation, and the run or source if its id
 * has the right form. A caller may put anything into a path.
 */
export function formatPurpose(operation: Operation, params: Readonly<Record<string, string>>): string {
  const ids = Object.values(params).filter((id) => /^[a-z0-9-]{1,64}$/.test(id))
  return [operation.id, ...ids].join('.')
}
