"""Rules that the OpenAPI documents cannot express, and values that a fuzzer cannot guess."""

import base64
import datetime
import json
import os
import re
import unicodedata

import schemathesis
from schemathesis.core.parameters import ParameterLocation

PERIODS = [("fromDate", "toDate"), ("expiresFrom", "expiresTo"), ("from", "to")]
TEXTS = ["q", "search", "asset_tag", "serial_number", "storage_location", "begins_with"]
MONEY = ["purchase_price", "replacement_value", "cost", "amount"]
DAY = re.compile("^[0-9]{4}-[0-9]{2}-[0-9]{2}")
TOKEN = re.compile("^[A-Za-z0-9_-]{1,200}$")
CONTROLS = re.compile("[\x00-\x1f]")
# Invisible characters: the Unicode property Default_Ignorable_Code_Point, and the Braille blank.
IGNORABLE = re.compile(
    "[\\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
UUID = re.compile("^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")

# From main.ts: a gear item of each type, a cursor of each log, the key of this run, an event, an own field, a category.
KNOWN = json.loads(os.environ["KITROOM_KNOWN"])
GEAR = KNOWN["gear"]
CURSORS = KNOWN["cursors"]
OWN_KEY = KNOWN["key"]
# The own field of every gear type.
OWN_FIELD = KNOWN["field"]
# A category that the accounts have added.
OWN_CATEGORY = KNOWN["category"]
EVENT = KNOWN["event"]
HOOK = "https://hooks.studio.example/kitroom"
EVENT_ID = re.compile("^evt_[0-9a-f]{32}$")
MOMENT = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$")


def is_invisible(text, marks=False):
    """Whether a text is blank or, with `marks`, only combining marks."""
    rest = IGNORABLE.sub("", text)
    return all(unicodedata.category(char).startswith("M") for char in rest) if marks else rest == ""


def has_invisible_text(value):
    """Whether a body has a text that is not empty but invisible."""
    if isinstance(value, dict):
        return any(has_invisible_text(one) for one in value.values())
    if isinstance(value, list):
        return any(has_invisible_text(one) for one in value)
    return isinstance(value, str) and value.strip() != "" and is_invisible(value)


def has_padded_text(value):
    """Whether a body has a text with a blank at an end. The API trims it before it counts the characters."""
    if isinstance(value, dict):
        return any(has_padded_text(one) for one in value.values())
    if isinstance(value, list):
        return any(has_padded_text(one) for one in value)
    return isinstance(value, str) and bool(IGNORABLE.match(value[:1]) or IGNORABLE.match(value[-1:]))


def is_real_day(text):
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_period(query, first, last):
    """Whether a period begins before it ends. False for times, which may be in different zones."""
    if first not in query or last not in query:
        return True
    begin, end = str(query[first]), str(query[last])
    return len(begin) == len(end) and len(begin) in (7, 10) and begin <= end


ANY_TAG = "^(?:[*]|"


def restore_rules(value):
    """Restores rules that the documents hold in extensions, because client generators reject them."""
    if isinstance(value, list):
        for one in value:
            restore_rules(one)
    if not isinstance(value, dict):
        return
    value.update(value.pop("x-rules", {}))
    codes = value.pop("x-codes", None)
    if codes is not None:
        media = value["content"]["application/problem+json"]
        media["schema"] = {"allOf": [media["schema"], {"properties": {"code": {"enum": codes}}}]}
    # The fuzzer generates `0` for this pattern, which does not match it. Two alternatives avoid that.
    pattern = value.get("pattern")
    if isinstance(pattern, str) and pattern.startswith(ANY_TAG):
        rest = {"type": value.pop("type"), "pattern": "^" + value.pop("pattern")[len(ANY_TAG) : -2] + "$"}
        value["anyOf"] = [{"const": "*"}, rest]
    for one in list(value.values()):
        restore_rules(one)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    restore_rules(raw_schema)


def is_negative(case, location):
    """Whether a part of the case breaks the schema on purpose. A replaced value would make it valid again."""
    return case.meta is not None and case.meta.is_negative_at(location)


@schemathesis.hook
def filter_case(context, case):
    """Drops cases whose query breaks a rule that no readable schema can express."""
    query = case.query or {}
    if "q" in query and "search" in query:
        return False
    own = query.get("fields")
    own_texts = [value for name, value in query.items() if name.startswith("field.")]
    own_texts += list(own.values()) if isinstance(own, dict) else []
    if any(CONTROLS.search(str(text)) or is_invisible(str(text)) for text in own_texts):
        return False
    if any(CONTROLS.search(str(query[name])) for name in TEXTS if name in query):
        return False
    if any(is_invisible(str(query[name]), name in ("q", "search")) for name in TEXTS if name in query):
        return False
    if has_invisible_text(case.body):
        return False
    if is_negative(case, ParameterLocation.BODY) and has_padded_text(case.body):
        return False
    for name in ("from", "to"):
        text = str(query.get(name, ""))
        if DAY.match(text) and not is_real_day(text[:10]):
            return False
    # The run must not revoke its own key.
    if (case.path_parameters or {}).get("id") == OWN_KEY and case.operation.path.startswith("/keys"):
        return False
    return all(is_period(query, first, last) for first, last in PERIODS)


def is_uuid(value):
    return isinstance(value, str) and UUID.match(value) is not None


def fix_query(query):
    """Lets a list filter and order by the own field and the category that exist. Any other name is refused."""
    if isinstance(query.get("category"), str):
        query["category"] = OWN_CATEGORY
    for name in [name for name in query if name.startswith("field.")]:
        query["field." + OWN_FIELD] = query.pop(name)
    if isinstance(query.get("fields"), dict):
        query["fields"] = {"field." + OWN_FIELD: value for value in query["fields"].values()}
    if isinstance(query.get("sort"), str):
        query["sort"] = re.sub("^(-?field[.]).*", "\\1" + OWN_FIELD, query["sort"], flags=re.DOTALL)


def fix_body(body):
    """Replaces gear ids, own fields and categories by existing ones, and rounds money to two decimals."""
    if not isinstance(body, dict):
        return
    if isinstance(body.get("fields"), dict):
        texts = [value for value in body["fields"].values() if isinstance(value, str)]
        body["fields"] = {OWN_FIELD: "Teltec" if texts else None} if body["fields"] else {}
    if isinstance(body.get("category"), str):
        body["category"] = OWN_CATEGORY
    item_type = body.get("item_type")
    if is_uuid(body.get("item_id")) and isinstance(item_type, str) and item_type in GEAR:
        body["item_id"] = GEAR[item_type]
    if is_uuid(body.get("gear_id")):
        body["gear_id"] = GEAR["camera"]
    for name in MONEY:
        value = body.get(name)
        if isinstance(value, float) and 0 <= value <= 1e9:
            body[name] = round(value, 2)


def fix_webhook(body):
    """Sets an allowed endpoint, and lets a replay begin with existing events."""
    if not isinstance(body, dict):
        return
    if str(body.get("url", "")).startswith("http"):
        body["url"] = HOOK
    if isinstance(body.get("event_ids"), list):
        body["event_ids"] = [EVENT if isinstance(id, str) and EVENT_ID.match(id) else id for id in body["event_ids"]]
    if MOMENT.match(str(body.get("since", ""))):
        body["since"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        if TOKEN.match(str(body.get("cursor", ""))):
            body["cursor"] = base64.urlsafe_b64encode(b"replay 1 1").decode().rstrip("=")


@schemathesis.hook
def map_case(context, case):
    query = case.query or {}
    is_known = TOKEN.match(str(query.get("cursor", ""))) and case.operation.path in CURSORS
    if is_known and not is_negative(case, ParameterLocation.QUERY):
        query["cursor"] = CURSORS[case.operation.path]
    if not is_negative(case, ParameterLocation.QUERY):
        fix_query(query)
    # A period of months has a greatest length. Valid months are kept, and make a period of one month.
    if case.operation.path == "/analytics/months" and "from" in query and not is_negative(case, ParameterLocation.QUERY):
        query["to"] = query["from"]
    if is_negative(case, ParameterLocation.BODY):
        return case
    fix_body(case.body)
    if isinstance(case.body, dict):
        fix_body(case.body.get("updates"))
        fix_webhook(case.body.get("updates"))
    fix_webhook(case.body)
    return case
