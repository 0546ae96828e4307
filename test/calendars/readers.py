"""Prints what icalendar and vobject read in calendar files: {reader: {file: [[uid, start, end, summary, location, description]]}}."""

import datetime
import json
import sys

import icalendar
import vobject


def moment(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
    return value.isoformat()


def read_icalendar(data):
    calendar = icalendar.Calendar.from_ical(data)
    errors = [error for component in calendar.walk() for error in component.errors]
    if errors:
        raise ValueError(errors)
    for event in calendar.walk('VEVENT'):
        texts = [None if event.get(name) is None else str(event[name]) for name in ('SUMMARY', 'LOCATION', 'DESCRIPTION')]
        yield [str(event['UID']), moment(event.decoded('DTSTART')), moment(event.decoded('DTEND')), *texts]


def read_vobject(data):
    [calendar] = vobject.readComponents(data.decode('utf-8'))
    calendar.validate(raiseException=True)
    for event in getattr(calendar, 'vevent_list', []):
        texts = [getattr(event, name).value if hasattr(event, name) else None for name in ('summary', 'location', 'description')]
        yield [event.uid.value, moment(event.dtstart.value), moment(event.dtend.value), *texts]


def read_all(read):
    found = {}
    for file in sys.argv[1:]:
        with open(file, 'rb') as source:
            found[file] = sorted(read(source.read()), key=lambda event: event[0])
    return found


json.dump({'icalendar': read_all(read_icalendar), 'vobject': read_all(read_vobject)}, sys.stdout)
