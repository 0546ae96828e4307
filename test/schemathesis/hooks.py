"""Rules of query parameters that a schema cannot tell, or only by a pattern that nobody could read. What breaks them is no valid data."""

import re

import schemathesis

PERIODS = [("fromDate", "toDate"), ("expiresFrom", "expiresTo"), ("from", "to")]
TEXTS = ["q", "search", "asset_tag", "serial_number"]
CONTROLS = re.compile("[\x00-\x1f]")


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    if "q" in query and "search" in query:
        return False
    if any(CONTROLS.search(str(query[name])) for name in TEXTS if name in query):
        return False
    return not any(str(query[first]) > str(query[last]) for first, last in PERIODS if first in query and last in query)
