import { expect, it } from 'vitest'
import { controlScopeOf } from '../../contract/operation.ts'
import { routes } from '../../worker/control/routes.ts'

it('automation:read opens the operations of the control plane that change nothing, automation:write all others', () => {
  const idsOf = (scope: string): string[] =>
    routes.filter(({ operation }) => controlScopeOf(operation) === scope).map(({ operation }) => operation.id)
  expect(idsOf('automation:read')).toEqual([
    'listSources',
    'getSourceSettings',
    'explainSource',
    'listRuns',
    'getRun',
    'watchRun',
    'readPlan',
    'readReport',
    'exportReport',
    'exportGear',
    'tagSheet',
    'tagRunSheet',
    'listCalendars',
    'exportCalendar',
    'checkGoogle',
    'listProblems',
    'getWorkerSettings',
    'readForecast',
    'exportForecast',
    'readWarrantyReport',
    'exportWarrantyReport',
    'listReminders',
    'previewReminder',
    'listAutomations',
    'listUnsubscribed',
  ])
  expect(idsOf('automation:write')).toEqual([
    'createSource',
    'updateSourceSettings',
    'pauseSchedule',
    'resumeSchedule',
    'uploadSheet',
    'startRun',
    'approveRun',
    'rejectRun',
    'abortRun',
    'undoRun',
    'recreateItems',
    'replanRun',
    'takeDamagedValues',
    'createBulkEdit',
    'adoptSource',
    'issueCalendarAddress',
    'revokeCalendarAddress',
    'startGoogleSignIn',
    'finishGoogleSignIn',
    'endGoogleSignIn',
    'createGoogleCalendar',
    'adoptWorkerSettings',
    'testReminders',
    'runReminders',
    'runAutomation',
    'pauseAutomation',
    'resumeAutomation',
    'acknowledgeReminder',
    'snoozeReminder',
    'withdrawReminderLinks',
    'resubscribePerson',
  ])
  expect(idsOf('automation:read').length + idsOf('automation:write').length).toBe(routes.length)
})
