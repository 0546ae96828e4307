// German sentences of errors and faults. A reason of the contract without its sentence here does not compile.
import type { accessReasons } from '../../contract/accessReasons.ts'
import type { apiReasons } from '../../contract/apiReasons.ts'
import type { faultReasons } from '../../contract/faultReasons.ts'
import type { TextsOf } from '../../contract/reasonValues.ts'
import type { requestReasons } from '../../contract/requestReasons.ts'

const typeNames: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'wahr oder falsch',
  array: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
}

const withOperator = 'Der Betreiber des Servers kann sie mit KITROOM_WEBHOOK_ALLOW erlauben.'
const needsWorker = 'Abgleiche, Erinnerungen und Automatik brauchen ihn, das Inventar nicht.'
const fullKey = 'Nehmen Sie einen vollen Inhaberschlüssel.'
const signInAgain = 'Melden Sie sich neu an.'

/** Sentences about one value, after the label of its field and a colon. */
export const faultReasonsDe: TextsOf<typeof faultReasons> = {
  required: () => 'Eine Angabe ist nötig.',
  blank: () => 'Die Angabe darf nicht leer sein.',
  end_required: (v) => `Eine Angabe ist nötig, spätestens ${v.end}: Dann endet der Schlüssel dieser Anfrage.`,
  key_or_code_required: () => 'Ein Schlüssel oder ein Code ist nötig.',
  wrong_type: (v) => `Es muss ${typeNames[v.expected] ?? `vom Typ ${v.expected}`} sein.`,
  null_given: () => 'Die Angabe darf nicht leer sein.',
  not_one_of: (v) => `Möglich ist nur: ${v.allowed.join(', ')}.`,
  not_one_of_type: (v) => `Möglich ist nur: ${v.allowed.join(', ')}.`,
  status_or_left_out: () => 'Es muss ein Status sein oder fehlen.',
  not_valid: () => 'Die Angabe ist nicht gültig.',
  too_large: (v) => `Höchstens ${v.max} ist möglich.`,
  too_small: (v) => `Mindestens ${v.min} ist nötig.`,
  not_in_range: (v) => `Es muss eine ganze Zahl von ${v.min} bis ${v.max} sein.`,
  too_many_entries: (v, { max }) => `Höchstens ${v.max} ${max === 1 ? 'Eintrag ist' : 'Einträge sind'} möglich.`,
  too_few_entries: (v, { min }) => `Mindestens ${v.min} ${min === 1 ? 'Eintrag ist' : 'Einträge sind'} nötig.`,
  too_many_characters: (v) => `Höchstens ${v.max} Zeichen sind möglich.`,
  too_many_decimals: (v) => `Höchstens ${v.decimals} Nachkommastellen sind möglich.`,
  two_decimals: () => 'Höchstens zwei Nachkommastellen sind möglich.',
  half_a_character: () => 'Der Text enthält ein halbes Zeichen.',
  control_characters: () => 'Steuerzeichen sind nicht erlaubt.',
  nothing_to_search: () => 'Zum Suchen ist ein Buchstabe, eine Ziffer oder ein Zeichen nötig.',
  no_currency: () => 'Es muss ein Währungscode nach ISO 4217 sein, zum Beispiel EUR.',
  no_time_zone: () => 'Es muss eine Zeitzone der IANA sein, zum Beispiel Europe/Berlin.',
  no_email: () => 'Es muss eine E-Mail-Adresse sein, zum Beispiel ada@example.com.',
  no_uuid: () => 'Es muss eine Kennung (UUID) sein.',
  no_moment: () => 'Es muss ein Zeitpunkt sein, den es gibt, zum Beispiel 2026-03-28T09:15:00.000Z.',
  no_day: () => 'Es muss ein Tag sein, den es gibt.',
  no_day_or_moment: () => 'Es muss ein Tag (2026-03-28) oder ein Zeitpunkt mit Zone (2026-03-28T09:15:00Z) sein.',
  no_month: () => 'Es muss ein Monat von 1900-01 bis 2200-12 sein, als JJJJ-MM.',
  no_time_of_day: () => 'Es muss eine Uhrzeit sein, als HH:MM mit 24 Stunden.',
  day_not_between: (v) => `Der Tag muss zwischen ${v.earliest} und ${v.latest} liegen.`,
  no_status_class: () => 'Es muss ein Status (404) oder eine Klasse davon (4xx) sein.',
  no_audit_head: () => 'Es muss ein Kopf aus einer früheren Prüfung sein: 64 hexadezimale Ziffern.',
  no_event_id: () => 'Es muss die Kennung eines Ereignisses sein, etwa evt_019d33aa9b1070008000000000000012.',
  no_web_address: () => 'Es muss eine Adresse sein, die mit http:// oder https:// beginnt.',
  no_list_cursor: () => 'Es muss ein next_cursor sein, den diese Liste geliefert hat.',
  no_replay_cursor: () => 'Es muss ein next_cursor sein, den ein Nachsenden geliefert hat.',
  no_etag: () => 'Es muss ein ETag der API sein.',
  no_loopback_address: () => 'Es muss http://127.0.0.1:<Port> sein.',
  no_purpose: () => 'Es müssen 1 bis 200 Buchstaben, Ziffern und die Zeichen _ . - sein.',
  no_config_id: () => 'Es müssen 1 bis 64 Kleinbuchstaben, Ziffern, - oder _ sein, am Anfang Buchstabe oder Ziffer.',
  no_automation_id: () => 'Es muss daily, coverage oder sync:<Quelle> sein.',
  no_reminder_id: (v) => `Es muss die Kennung einer Erinnerung sein, oder mindestens ihre letzten ${v.min} Zeichen.`,
  no_field_name: () =>
    'Der Name muss 1 bis 40 Kleinbuchstaben, Ziffern oder _ haben und mit einem Buchstaben beginnen.',
  reserved_name: () => 'Diesen Namen verwendet Kitroom selbst.',
  not_for_field_type: (v) => `Diese Angabe gibt es für die Art „${v.field_type}“ nicht.`,
  field_being_deleted: () => 'Dieses Feld wird gerade gelöscht.',
  field_not_filterable: () => 'Nach diesem Feld lässt sich nicht filtern.',
  field_being_filled: () => 'Nach diesem Feld lässt sich noch nicht filtern: Seine Werte werden gerade gesammelt.',
  repeated: () => 'Die Angabe darf nur einmal vorkommen.',
  repeated_parameter: () => 'Der Parameter darf nur einmal vorkommen.',
  unknown_field: () => 'Dieses Feld gibt es hier nicht.',
  unknown_parameter: () => 'Diesen Parameter gibt es hier nicht.',
  empty_updates: () => 'Mindestens ein Feld muss sich ändern.',
  other_gear_type: (v) => `Das Feld gehört nicht zur Art ${v.gear_type}, sondern zu ${v.gear_types.join(' und ')}.`,
  field_of_gear_types: (v) => `Das Feld gehört zu ${v.gear_types.join(' und ')}.`,
  gear_type_fixed: (v) => `Das Gerät ist von der Art ${v.gear_type}, und das ändert sich nie.`,
  below_other_field: (v) => `Es darf nicht kleiner sein als „${v.other_field}“ (${v.other_number}).`,
  above_other_field: (v) => `Es darf nicht größer sein als „${v.other_field}“ (${v.other_number}).`,
  before_other_day: (v) => `Der Tag darf nicht vor „${v.other_field}“ (${v.other_day}) liegen.`,
  after_other_day: (v) => `Der Tag darf nicht nach „${v.other_field}“ (${v.other_day}) liegen.`,
  before_start: (v) => `Der Tag darf nicht vor „${v.other_field}“ liegen.`,
  beyond_months: (v) => `Höchstens ${v.months} Monate ab „${v.other_field}“ sind möglich.`,
  tag_in_use: (v) => `Das Gerät ${v.item_id} hat diese Nummer schon.`,
  value_in_use: (v) => `Das Gerät ${v.item_id} hat diesen Wert schon.`,
  no_gear_item: () => 'Es muss die Kennung eines Geräts dieses Kontos sein.',
  not_type_of_item: (v) => `Es muss ${v.gear_type} sein, die Art des Geräts.`,
  status_not_reachable: (v) => `Hier ist nur möglich: ${v.statuses.join(' oder ')}.`,
  location_twice: () => 'Es darf nicht zusammen mit dem einzelnen Ort (location) stehen.',
  search_twice: () => 'Es bedeutet dasselbe wie q: Geben Sie nur eines an.',
  not_in_future: () => 'Der Zeitpunkt muss in der Zukunft liegen.',
  ends_after_key: (v) => `Spätestens ${v.end}: Dann endet der Schlüssel dieser Anfrage.`,
  ends_too_late: (v) => `Spätestens ${v.end} ist möglich.`,
  other_account: () => 'Der Schlüssel muss zum selben Konto gehören wie der API-Schlüssel.',
  beside_code: () => 'Neben einem Code darf es nicht stehen.',
  unknown_event: (v) => `Das Ereignis ${v.event} gibt es nicht.`,
  not_within_days: (v) => `Der Zeitpunkt muss in den letzten ${v.days} Tagen liegen.`,
  events_or_since: () => 'Nötig sind entweder einzelne Ereignisse oder ein Zeitpunkt.',
  cursor_beside_events: () => 'Neben einzelnen Ereignissen darf es nicht stehen.',
  items_or_filter: () => 'Nötig sind entweder Geräte oder ein Filter.',
  except_beside_items: () => 'Ausnahmen sind nur bei einem Filter möglich.',
  address_refused: () => 'Für Webhooks ist diese Adresse nicht möglich.',
  header_must_allow: (v) => `Die Kopfzeile muss ${v.media_types.join(' oder ')} erlauben.`,
  header_not_json: () => 'Die Kopfzeile muss application/json lauten.',
  header_must_be_absent: () => 'Die Kopfzeile darf nicht da sein.',
  header_no_bearer: () => 'Die Kopfzeile muss „Bearer <API-Schlüssel>“ lauten.',
  header_no_tags: () => 'Die Kopfzeile muss * oder eine Liste von ETags in Anführungszeichen enthalten.',
  header_no_idempotency_key: () =>
    'Die Kopfzeile muss aus 1 bis 255 Buchstaben, Ziffern, - und _ bestehen, mit oder ohne Anführungszeichen.',
}

const requestReasonsDe: TextsOf<typeof requestReasons> = {
  json_invalid: () => 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  json_empty: () => 'Die Anfrage hat keinen Inhalt. Nötig ist ein JSON-Objekt.',
  json_byte_order_mark: () => 'Der Inhalt der Anfrage beginnt mit einer Bytereihenfolge-Marke (BOM).',
  json_proto_member: () => 'Der Inhalt der Anfrage enthält ein Feld namens __proto__.',
  json_repeated_member: (v) => `Der Inhalt der Anfrage enthält das Feld „${v.member}“ zweimal in einem Objekt.`,
  json_inexact_number: (v) =>
    `Die Zahl ${v.number_text} lässt sich nicht genau speichern: Sie hat zu viele Stellen, ist zu groß oder zu klein.`,
  json_too_deep: (v) => `Der Inhalt der Anfrage ist tiefer als ${v.max} Ebenen verschachtelt.`,
  body_not_utf8: () => 'Der Inhalt der Anfrage ist kein gültiges UTF-8.',
  query_invalid: (v) => `Die Angabe „${v.parameter}“ in der Adresse ist nicht gültig.`,
  query_not_utf8: () => 'Die Adresse enthält ein Prozentzeichen, mit dem kein gültiges UTF-8 beginnt.',
  too_many_parameters: (v) => `Die Adresse hat mehr als ${v.max} Parameter.`,
  header_invalid: (v) => `Die Kopfzeile ${v.header} ist nicht gültig.`,
  header_repeated: (v) => `Die Kopfzeile ${v.header} kam mehr als einmal.`,
  authorization_invalid: () =>
    'Die Kopfzeile Authorization muss das Wort Bearer, ein Leerzeichen und den API-Schlüssel enthalten.',
  host_invalid: () => 'Die Kopfzeile Host muss ein Rechnername sein, vielleicht mit einem Port.',
  old_transfer_encoding: () => 'HTTP/1.0 kennt kein Transfer-Encoding. Nötig ist Content-Length.',
  transfer_encoding_unknown: () =>
    'Der Inhalt muss mit Transfer-Encoding: chunked oder mit Content-Length gesendet werden.',
  host_missing: () => 'Die Kopfzeile Host fehlt.',
  http_version_unknown: () => 'Dieser Server spricht HTTP/1.1 und HTTP/1.0.',
  http_invalid: () => 'Das ist keine gültige Anfrage nach HTTP/1.1.',
  body_incomplete: () => 'Die Anfrage endete, bevor ihr Inhalt vollständig war.',
  no_body_taken: () => 'Diese Anfrage darf keinen Inhalt haben.',
  sheet_without_length: () => 'Eine Tabelle muss mit ihrer Länge (Content-Length) gesendet werden, nicht in Stücken.',
  target_no_path: () => 'Das Ziel der Anfrage muss ein Pfad sein.',
  target_with_fragment: () => 'Das Ziel der Anfrage darf kein Fragment (#…) haben.',
  path_not_utf8: () => 'Der Pfad enthält ein Prozentzeichen, mit dem kein gültiges UTF-8 beginnt.',
  method_not_allowed: (v) => `Dieser Pfad erlaubt nur ${v.methods.join(', ')}.`,
  no_tunnels: () => 'Dieser Server öffnet keine Tunnel.',
  not_acceptable: (v) =>
    `Diese Schnittstelle antwortet nur mit ${v.media_types.join(' oder ')}, was die Kopfzeile Accept ausschließt.`,
  request_timeout: () => 'Die Anfrage kam nicht rechtzeitig an.',
  body_too_large: (v) => `Der Inhalt ist größer als ${v.max_bytes} Byte.`,
  uri_too_long: (v) => `Die Adresse ist länger als ${v.max} Zeichen.`,
  body_not_json: () => 'Der Inhalt muss als Content-Type: application/json (UTF-8) gesendet werden.',
  body_encoded: () => 'Der Inhalt darf keine Kopfzeile Content-Encoding haben.',
  expectation_failed: () => 'Nur „Expect: 100-continue“ ist möglich.',
  headers_too_large: (v) => `Anfragezeile und Kopfzeilen sind zusammen größer als ${v.max_bytes} Byte.`,
  too_many_headers: (v) => `Die Anfrage hat mehr als ${v.max} Kopfzeilen.`,
}

const accessReasonsDe: TextsOf<typeof accessReasons> = {
  missing_api_key: () => 'Der API-Schlüssel fehlt. Er gehört in die Kopfzeile „Authorization: Bearer <API-Schlüssel>“.',
  key_unknown: () => 'Der API-Schlüssel ist hier nicht bekannt.',
  key_revoked: () => 'Der Schlüssel wurde widerrufen.',
  key_expired: () => 'Der Schlüssel ist abgelaufen.',
  owner_key_for_api: () =>
    'Das ist ein Inhaberschlüssel (ok_studio_…). Hier ist ein API-Schlüssel (sk_studio_…) nötig.',
  api_key_for_settings: () =>
    'Das ist ein API-Schlüssel (sk_studio_…). Die Einstellungen des Kontos brauchen einen Inhaberschlüssel (ok_studio_…).',
  typed_key_unknown: (v) => `Dieser ${v.key_kind} ist hier nicht bekannt.`,
  typed_key_replaced: (v) => `Dieser ${v.key_kind} wurde durch einen anderen ersetzt. Nehmen Sie den neuen.`,
  key_of_worker: () =>
    'Dieser Schlüssel gehört dem Worker. Nehmen Sie einen eigenen API-Schlüssel (kitroom key create).',
  code_not_valid: (v) =>
    `Der Code dieses Links ist unbekannt, wurde schon verwendet oder ist älter als ${v.minutes} Minuten.`,
  session_required: () => 'Melden Sie sich zuerst an der Konsole an.',
  session_was_ended: () => `Die Sitzung wurde beendet. ${signInAgain}`,
  session_key_revoked: (v) => `Die Sitzung ist zu Ende: Ihr ${v.key_kind} wurde widerrufen. ${signInAgain}`,
  session_key_expired: (v) => `Die Sitzung ist zu Ende: Ihr ${v.key_kind} ist abgelaufen. ${signInAgain}`,
  session_key_replaced: (v) =>
    `Die Sitzung ist zu Ende: Ihr ${v.key_kind} wurde durch einen anderen ersetzt. ${signInAgain}`,
  session_too_old: () => `Die Sitzung ist zu Ende: Sie hat ihr Höchstalter erreicht. ${signInAgain}`,
  session_idle: (v) => `Die Sitzung ist zu Ende: Sie wurde ${v.hours} Stunden lang nicht benutzt. ${signInAgain}`,
  session_changed: () => 'Die Sitzung hat jetzt einen anderen Inhaberschlüssel oder wurde gelöscht.',
  owner_key_needed: () =>
    'Diese Sitzung hat keinen Inhaberschlüssel. Die Einstellungen des Kontos und der Worker brauchen einen. Ergänzen Sie ihn.',
  scope_missing: (v) => `Dafür ist ein Schlüssel mit dem Recht „${v.scope}“ nötig.`,
  events_not_readable: (v) =>
    `Dieser Schlüssel darf die Ereignisse ${v.events.join(', ')} nicht lesen, also auch nicht senden lassen. Nötig ist ein Schlüssel mit dem Recht „${v.scope}“.`,
  key_would_do_more: () =>
    `Ein Inhaberschlüssel mit einzelnen Rechten kann keinen anlegen, erneuern oder widerrufen, der mehr darf als er selbst. ${fullKey}`,
  scopes_not_held: (v) =>
    `Ein Inhaberschlüssel mit einzelnen Rechten kann keine geben oder nehmen, die ihm fehlen: ${v.scopes.join(', ')}. ${fullKey}`,
  rotates_itself_only: () =>
    `Ein Inhaberschlüssel mit einzelnen Rechten erneuert nur sich selbst, denn er bekommt den neuen Schlüssel. ${fullKey}`,
  rotates_no_longer_key: () => `Ein Schlüssel, der endet, kann keinen erneuern, der später endet. ${fullKey}`,
  tier_without_feature: (v) =>
    `Das Abonnement ${v.tier} enthält nicht: ${v.feature}. Wechseln Sie das Abonnement in den Einstellungen des Kontos.`,
  subscription_not_live: (v) =>
    `Das Abonnement hat den Status „${v.status}“. Für ${v.feature} muss er ${v.statuses.map((status) => `„${status}“`).join(' oder ')} sein.`,
  origin_differs: (v) => `Die Kopfzeile Origin muss die Adresse dieser Anfrage sein, ${v.origin}.`,
  origin_scheme_lost: (v) =>
    `Die Kopfzeile Origin muss die Adresse dieser Anfrage sein, ${v.origin}. Der Proxy muss X-Forwarded-Proto setzen, und KITROOM_TRUSTED_PROXIES muss ihn nennen.`,
  origin_unknown: () => 'Die Kopfzeile Origin muss die Adresse dieser Anfrage sein, die keinen Rechnernamen hat.',
  console_header_missing: (v) => `Die Kopfzeile ${v.header}: 1 fehlt.`,
  other_site: () => 'Laut Browser kommt diese Anfrage von einer anderen Website.',
  insecure_sign_in: () =>
    'Über unverschlüsseltes http ist die Anmeldung nur auf dem Rechner des Servers möglich, an seiner Loopback-Adresse: Jeder auf dem Weg könnte den Schlüssel lesen. Nehmen Sie https (mit einem Proxy, den KITROOM_TRUSTED_PROXIES nennt) oder einen Tunnel wie ssh -L 4000:127.0.0.1:4000.',
  key_rate_exceeded: (v) =>
    `Zu viele Anfragen: Dieser Schlüssel darf ${v.per_second} in der Sekunde senden und ${v.max} auf einmal. Warten Sie einen Moment.`,
  account_rate_exceeded: (v) =>
    `Zu viele Anfragen: Dieses Konto darf ${v.per_second} in der Sekunde senden und ${v.max} auf einmal. Warten Sie einen Moment.`,
  too_many_refusals: () =>
    'Von dieser Adresse kamen zu viele Anfragen mit abgelehnten Schlüsseln. Prüfen Sie den Schlüssel und versuchen Sie es später noch einmal.',
}

/** Sentences of the errors of the API, the settings and the sessions. */
export const apiReasonsDe: TextsOf<typeof apiReasons> = {
  ...requestReasonsDe,
  ...accessReasonsDe,
  no_path: () => 'Unter diesem Pfad gibt es nichts.',
  no_record: (v) => `Unter dieser Kennung gibt es nichts: ${v.record}.`,
  no_deleted_item: () => 'Unter dieser Kennung ist kein gelöschtes Gerät mehr gespeichert.',
  status_change_refused: (v) =>
    `${v.record}: Der Status kann nicht von „${v.from}“ auf „${v.to}“ wechseln, nur auf ${v.statuses.map((status) => `„${status}“`).join(' oder ')}.`,
  asset_tag_taken: (v) => `Ein anderes Gerät hat diese Inventarnummer: ${v.item_id}.`,
  managed_by_gear: (v) =>
    `Dieses Dokument folgt der Garantie des Geräts ${v.item_id}. Ändern Sie dort „Garantie bis“ oder „Garantie von“.`,
  key_rotated_before: (v) =>
    `Dieser Schlüssel wurde schon erneuert. An seiner Stelle steht ${v.key_id}: Erneuern Sie diesen.`,
  key_was_revoked: () => 'Dieser Schlüssel wurde widerrufen. Legen Sie einen neuen an.',
  key_has_expired: () => 'Dieser Schlüssel ist abgelaufen. Legen Sie einen neuen an.',
  last_owner_key: () =>
    'Ohne diesen Schlüssel könnte niemand die Einstellungen ändern. Erneuern Sie ihn, dann widerrufen Sie den alten.',
  webhook_disabled: () => 'Dieser Endpunkt ist abgeschaltet. Schalten Sie ihn ein und versuchen Sie es noch einmal.',
  webhook_limit_reached: (v) => `Ein Konto darf ${v.max} Endpunkte haben. Löschen Sie einen, der nicht mehr nötig ist.`,
  field_name_taken: (v) =>
    `Es gibt schon ein Feld ${v.name}, oder es wird gerade gelöscht. Wählen Sie einen anderen Namen.`,
  type_has_max_fields: (v) => `Geräte der Art „${v.gear_type}“ haben schon ${v.max} eigene Felder, mehr geht nicht.`,
  max_filterable_fields: (v) => `Höchstens ${v.max} Felder eines Kontos können filterbar oder einmalig sein.`,
  field_has_values: (v, { items_count: count }) =>
    count === 1
      ? `Ein Gerät hat einen Wert in ${v.name}. Er muss ausdrücklich mit gelöscht werden.`
      : `${v.items_count} Geräte haben einen Wert in ${v.name}. Sie müssen ausdrücklich mit gelöscht werden.`,
  choices_in_use: (v) =>
    `Geräte haben in ${v.name} diese Werte, die dann nicht mehr zur Wahl stünden: ${v.known.join(', ')}.`,
  values_repeated: (v) => `Mehrere Geräte haben in ${v.name} denselben Wert: ${v.known.join(', ')}.`,
  field_filling: (v) => `Die Werte von ${v.name} werden noch gesammelt. Versuchen Sie es gleich noch einmal.`,
  field_ending: (v) => `Das Feld ${v.name} wird gerade gelöscht.`,
  field_filterable_first: (v) =>
    `Machen Sie ${v.name} zuerst filterbar: Dann werden seine Werte gesammelt und lassen sich vergleichen.`,
  field_value_taken: (v) => `Ein anderes Gerät hat diesen Wert in ${v.name}: ${v.item_id}.`,
  category_name_taken: (v) => `Es gibt schon eine Kategorie ${v.name}. Wählen Sie einen anderen Namen.`,
  category_limit_reached: (v) =>
    `Ein Konto darf ${v.max} eigene Kategorien haben. Löschen Sie eine, die nicht mehr nötig ist.`,
  category_in_use: (v, { items_count: count }) =>
    count === 1
      ? `Ein Zubehörteil hat die Kategorie ${v.name}. Geben Sie ihm zuerst eine andere.`
      : `${v.items_count} Zubehörteile haben die Kategorie ${v.name}. Geben Sie ihnen zuerst eine andere.`,
  precondition_failed: () =>
    'Jemand hat das inzwischen geändert. Laden Sie die Seite neu und ändern Sie es noch einmal, wenn es noch sinnvoll ist.',
  fields_invalid: (v, { fields_count: count }) =>
    count === 1 ? 'Eine Angabe ist nicht gültig.' : `${v.fields_count} Angaben sind nicht gültig.`,
  many_fields_invalid: (v) => `${v.fields_count} Angaben sind nicht gültig. Hier sind die ersten ${v.max}.`,
  gear_reference_invalid: () => 'Es muss ein Gerät dieses Kontos genannt sein.',
  address_no_https: () => 'Die Adresse muss mit https:// beginnen.',
  address_with_user: () => 'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  address_with_fragment: () => 'Die Adresse darf kein Fragment (#…) haben.',
  address_ipv4_in_ipv6: () => 'Schreiben Sie eine IPv4-Adresse als solche, nicht in einer IPv6-Adresse.',
  address_not_public: () => `Diese Adresse ist nicht im öffentlichen Internet. ${withOperator}`,
  address_http: () => 'Die Adresse muss mit https:// beginnen, nicht mit http://.',
  address_port: (v) => `Webhooks gehen an Port 443 oder 8443, nicht an ${v.port}. ${withOperator}`,
  address_dot_at_end: () => 'Schreiben Sie den Rechnernamen ohne den Punkt am Ende.',
  address_no_host_name: () => 'Der Rechnername ist nicht gültig.',
  address_local_name: () => `Diese Adresse ist die eines lokalen Netzes. ${withOperator}`,
  idempotency_key_reused: (v) =>
    `Dieser Idempotency-Key gehörte in den letzten ${v.hours} Stunden zu einer anderen Anfrage. Nehmen Sie einen neuen.`,
  internal_error: () =>
    'Im Server ist etwas schiefgegangen. Versuchen Sie es noch einmal. Wenn es bleibt, steht die Ursache unter der Kennung der Anfrage im Protokoll des Servers.',
  worker_not_known: () => `Dieser Server kennt keinen Worker: KITROOM_WORKER_URL ist nicht gesetzt. ${needsWorker}`,
  worker_silent: () => `Der Worker antwortet gerade nicht. ${needsWorker}`,
  worker_refuses_server: () =>
    `Der Worker lehnt diesen Server ab: Beide brauchen dieselbe Version und denselben API-Server. ${needsWorker}`,
  not_ready: () => 'Die Datenbank antwortet gerade nicht oder nimmt nichts an.',
  search_too_slow: () =>
    'Die Suche dauerte zu lange, oder zu viele warten schon. Suchen Sie nach weniger Wörtern, oder versuchen Sie es gleich noch einmal.',
  database_silent: () => 'Die Datenbank antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  write_uncertain: () =>
    'Die Datenbank fiel beim Speichern aus: Die Änderung ist vielleicht gespeichert, vielleicht nicht. Sehen Sie nach, bevor Sie sie wiederholen.',
  no_writes: () =>
    'Die Datenbank nimmt gerade keine Änderungen an. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
  shutting_down: () => 'Der Server fährt herunter. Versuchen Sie es gleich noch einmal.',
}
