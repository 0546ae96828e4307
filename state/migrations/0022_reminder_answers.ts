import type { Migration } from '../../platform/sql/migrate.ts'

/** Answers to reminders: acknowledged, or snoozed. An earlier version reminds regardless. */
export const reminderAnswers: Migration = {
  name: '0022_reminder_answers',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('reminder_answer')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('due_on', 'text', (column) => column.notNull())
      .addColumn('snoozed_until', 'text')
      .addColumn('answered_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reminder_answer_key', ['kind', 'subject', 'due_on']),
  ],
}
