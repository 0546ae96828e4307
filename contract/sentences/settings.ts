import { settingsFileSentences } from './settingsFile.ts'
import { sourceSettingSentences } from './sourceSettings.ts'

const unitOf = (meter: string): string =>
  meter === 'shutter_count' ? 'a whole number of shutter releases' : 'a number of flight hours'

const ONLY_BY_USE = 'is for plans by use, such as `every: { shutter_count: 100000 }`'

/** English sentences about reminders and people. They have no subject: they follow the path of the setting. */
const reminderSettings = {
  setting_id_taken: ({ id, what }: { id: string; what: string }) => `"${id}" is taken by another ${what}`,
  setting_time: ({ example }: { example: string }) => `must be a time such as "${example}", in quotes`,
  setting_time_zone: () => 'must be the name of a time zone, such as Europe/Berlin',
  setting_escalation_after: () => 'must be a time such as 48h or 3d, at most 240h or 10d',
  setting_person_channel: () => 'must be the id of a channel, or { channel: mail, to: ada@example.com }',
  setting_no_channels: () => 'must have at least one channel',
  setting_no_kinds: () => 'must have at least one kind',
  setting_no_tags: () => 'must have at least one asset tag',
  setting_no_address: () => 'must have at least one address',
  setting_no_weekdays: () => 'must have at least one day',
  setting_no_people: () => 'must have at least one person; without people, leave it out',
  setting_too_many_people: ({ max }: { max: number }) => `must have at most ${max} people`,
  setting_filter_of_person: () => 'must name what the gear is: type, brand, model, location or asset_tags',
  setting_person_unknown: ({ person }: { person: string }) => `there is no person "${person}" in reminders.people`,
  setting_channel_unknown: ({ channel }: { channel: string }) =>
    `there is no channel "${channel}" in reminders.channels`,
  setting_channel_unused: () => 'no person has this channel, so nothing would be sent by it',
  setting_address_needed: ({ channel }: { channel: string }) => `needs an address (to) in the channel ${channel}`,
  setting_address_not_used: ({ channel }: { channel: string }) =>
    `the channel ${channel} has no addresses of people; leave \`to\` out`,
  setting_unsubscribe_address: () => 'needs an address of their own: { channel: mail, to: ada@example.com }',
  setting_unsubscribe_fallback: () => 'must be left out for the fallback person, who gets what concerns nobody else',
  setting_quiet_same_time: () => 'must differ from `from`; quiet hours cannot cover the whole day',
  setting_quiet_too_long: () => 'must leave an hour of each day; quiet hours cannot cover the whole day',
  setting_for_weekly_digest: () => 'is for digests of every week',
}

/** English sentences about maintenance plans, and about the ends of warranties. */
const planSettings = {
  setting_days: ({ min, max }: { min: number; max: number }) => `must be a number of days, ${min} to ${max}`,
  setting_days_or_false: ({ min, max }: { min: number; max: number }) =>
    `must be a number of days, ${min} to ${max}, or false`,
  setting_number: () => 'must be a number',
  setting_filter_of_plan: () => 'must name what the plan is for: type, brand, model or asset_tags',
  setting_plan_start: () => 'must be purchase, last_completed or a day written YYYY-MM-DD',
  setting_period: () => 'must be a period such as "6 months" or { months: 6 }: one of days, weeks, months, years',
  setting_period_count: ({ unit, max }: { unit: string; max: number }) =>
    `must be a whole number of ${unit} from 1 to ${max}`,
  setting_use: ({ meter, max }: { meter: string; max: number }) => `must be ${unitOf(meter)} above 0, at most ${max}`,
  setting_use_lead: ({ meter, limit }: { meter: string; limit: number }) =>
    `must be ${unitOf(meter)}, from 0 to less than ${limit}`,
  setting_use_start: () => 'must be last_completed for a plan by use: use counts from the last service',
  setting_use_lead_days: () => 'needs a period: `or: 12 months`. A plan by use has `lead`',
  setting_only_by_use: () => ONLY_BY_USE,
  setting_lead_by_use: () => `${ONLY_BY_USE}. A plan by time has \`lead_days\``,
  setting_meter_of_types: ({ type, meter, types }: { type: string; meter: string; types: string }) =>
    `${type} has no ${meter}: only ${types} has one`,
  setting_whole_days: () => 'must be a whole number of days',
  setting_step_past: () => 'must be 0 or more: an end that has passed is reported once anyway',
  setting_step_outside: ({ step, window, setting }: { step: number; window: number; setting: string }) =>
    `${step} lies outside the window of ${window} days (${setting})`,
  setting_no_steps: () => 'must have at least one number of days',
  setting_too_many_steps: ({ max }: { max: number }) => `must have at most ${max} numbers of days`,
  setting_no_types: ({ types }: { types: string }) => `must have at least one of ${types}`,
  setting_entry_twice: ({ entry }: { entry: string }) => `${entry} is there twice`,
  setting_at_least: ({ min }: { min: number }) => `must be ${min} or more`,
  setting_at_most: ({ max }: { max: number }) => `must be at most ${max}`,
}

/** English sentences about calendars. One that begins with `calendar_` follows `setting_other_calendar`. */
const calendarSettings = {
  setting_too_many_calendars: ({ max }: { max: number }) => `must have at most ${max} calendars`,
  setting_duration: () => 'must be a length of time such as 90m, 2h or 1h30m',
  setting_duration_range: () => 'must be from 1m to 168h',
  setting_names_twice: () => 'names the same twice',
  setting_statuses_twice: () => 'names a status twice',
  setting_one_line: () => 'must be one line',
  setting_color: () => 'must be the name of a CSS colour in lower case, such as turquoise',
  setting_one_of: ({ allowed }: { allowed: string }) => `must be one of ${allowed}`,
  setting_other_calendar: ({ shows }: { shows: string }) => `is not for a calendar that shows ${shows}:`,
  calendar_maintenance_client: () => 'maintenance has no client',
  calendar_maintenance_place: () => 'maintenance has no place',
  calendar_maintenance_hidden_place: () => 'maintenance has no place to hide',
  calendar_maintenance_time: () => 'maintenance has no time of day and fills its day',
  calendar_warranty_status: () => 'a warranty has no status; "types" of the section "warranty" chooses the documents',
  calendar_warranty_client: () => 'a warranty has no client',
  calendar_warranty_place: () => 'a warranty has no place',
  calendar_warranty_hidden_place: () => 'a warranty has no place to hide',
  calendar_warranty_time: () => 'the end of a warranty has no time of day and fills its day',
  setting_google_calendar: () =>
    'must be "new" or the id of a calendar, such as …@group.calendar.google.com (Google Calendar: Settings → the calendar → Integrate calendar)',
  setting_google_calendar_twice: ({ other }: { other: string }) => `is the calendar of ${other} too`,
}

/** English sentences about channels of reminders. */
const channelSettings = {
  setting_mailbox: () =>
    'must be a plain e-mail address, such as gear@example.com, without a name and without special characters',
  setting_mail_host: () => 'must be the name or the address of a mail server, such as smtp.example.com',
  setting_mail_security: () => 'may be none only to this machine, such as host: 127.0.0.1; use starttls or tls',
  setting_server_address: () =>
    'must be the address of a server, such as https://ntfy.example.com, without a user, a query or a fragment',
  setting_channel_variable: () =>
    'must be the name of an environment variable that begins with KITROOM_CHANNEL_, such as KITROOM_CHANNEL_TEAM. The secret itself does not belong in kitroom.yaml',
  setting_topic: () => 'must be 1 to 64 letters, digits, - or _',
  setting_topic_or_variable: () => 'must be given as topic or as topic_env, one of the two',
  setting_service_tags: () => 'must be tags of letters, digits, - and _, separated by spaces or commas',
}

/** English sentences about faults of kitroom.yaml. Names of settings and what the file has stay as they are written. */
export const settingSentences = {
  ...settingsFileSentences,
  ...reminderSettings,
  ...planSettings,
  ...calendarSettings,
  ...channelSettings,
  ...sourceSettingSentences,
}
