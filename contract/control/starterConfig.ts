/** The kitroom.yaml that the first start writes. */
export const STARTER_CONFIG = `# Settings of Kitroom's automation. First: the sheets to sync. docs/sheets.md explains every setting; examples/kitroom.yaml is a working example.
sources: []
# sources:
#   - id: main                     # the name for: npm run kitroom -- sync plan main
#     file: ./inventory.xlsx       # an XLSX, CSV or TSV file; the path starts at this file's folder
#     key: asset_tag               # the column that identifies an item: asset_tag or serial_number
#     approve: manual              # manual: you approve each plan. auto: small plans are applied automatically

# Who is reminded of due service and ending warranties; docs/reminders.md. Without channels, reminders go to the worker's log.
# reminders:
#   at: "08:00"                    # in the studio's time zone
#   channels:
#     - id: mail
#       type: email
#       from: kit@studio.example
#       to: [gear@studio.example]
#       smtp: { host: mail.studio.example, user: kit }   # the password is the environment variable KITROOM_SMTP_PASSWORD

# Maintenance plans: due records are created automatically; docs/maintenance.md.
# maintenance:
#   plans:
#     - id: sensor
#       applies_to: { type: camera }
#       service_type: Sensor cleaning
#       every: 6 months

# Days before the end of a warranty or an insurance on which people are reminded; default: 90, 30, 7, 1 and 0; docs/warranties.md.
# warranty:
#   steps: [60, 14, 0]

# Feeds of shoots, maintenance and warranty ends for calendar programs: npm run kitroom -- calendar url team; docs/calendar.md.
# calendars:
#   - id: team
#     name: Studio
#   - id: service
#     name: Maintenance
#     shows: maintenance
`
