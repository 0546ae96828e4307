import type { addressSentences } from '../../../../contract/sentences/addresses.ts'
import type { Translated } from '../../sentences.ts'

const SHARE =
  'Geben Sie die Datei über einen Link frei, den jeder öffnen kann, oder setzen Sie bearer_env oder user_env und password_env.'

/** German sentences about sheets at an address of the web. */
export const addresses: Translated<typeof addressSentences> = {
  address_changed: ({ source }) =>
    `Die Adresse von ${source} in kitroom.yaml hat sich seit dem Beginn dieses Laufs geändert. Starten Sie ihn neu.`,
  address_needs_sign_in: ({ address, status }) =>
    `${address} lässt sich ohne Anmeldung nicht lesen (${status}). ${SHARE} Ein signierter Link kann abgelaufen sein.`,
  credentials_refused: ({ address, names, status }) =>
    `${address} lehnt die Zugangsdaten in ${names.replace(', ', ' und ')} ab (${status}). Setzen Sie gültige, und starten Sie den Worker neu.`,
  credentials_stay: () =>
    'Es wird an einen anderen Host weitergeleitet, der die Zugangsdaten nie erhält: Verwenden Sie die Adresse der Datei selbst.',
  address_unavailable: ({ address, status }) => `${address} antwortet gerade mit ${status}.`,
  address_without_file: ({ address, status }) =>
    `Unter ${address} gibt es keine Datei (${status}). Prüfen Sie die Adresse; die Datei kann verschoben oder ihr Link abgelaufen sein.`,
  address_without_sheet: ({ address, status }) =>
    `${address} antwortet mit ${status} und ohne Tabelle. Prüfen Sie die Adresse in einem Browser.`,
  address_sends_page: ({ address }) =>
    `${address} antwortet mit einer Webseite statt einer Tabelle, wahrscheinlich mit einer Anmeldeseite.`,
  address_of_no_file: ({ address }) => `${address} ist nicht die Adresse einer Datei.`,
  link_published: () =>
    'Das ist der Link einer veröffentlichten Webseite. Wählen Sie in Google Tabellen noch einmal Datei → Freigeben → Im Web veröffentlichen, dort das Blatt und CSV: Jener Link endet auf output=csv.',
  link_for_editing: ({ link }) =>
    `Das ist der Link zum Bearbeiten einer Google-Tabelle. Wählen Sie dort Datei → Freigeben → Im Web veröffentlichen, das Blatt und CSV, und verwenden Sie jenen Link. Darf jeder mit dem Link die Tabelle ansehen, geht auch ${link}.`,
  link_of_dropbox: () => 'Dieser Dropbox-Link öffnet eine Seite. Verwenden Sie denselben Link mit dl=1 statt dl=0.',
  link_of_nextcloud: () => 'Hängen Sie bei einem Freigabelink von Nextcloud /download an die Adresse an.',
  share_or_sign_in: () => SHARE,
  variable_missing: ({ name, setting }) =>
    `Dem Worker fehlt die Umgebungsvariable ${name}, die ${setting}: nennt. Setzen Sie sie, und starten Sie den Worker neu.`,
  variable_unusable: ({ name }) =>
    `Die Umgebungsvariable ${name} ist leer oder hat Zeichen, die ein Token nicht haben kann. Setzen Sie sie neu.`,
  variable_has_colon: ({ name }) =>
    `Die Umgebungsvariable ${name} hat einen Doppelpunkt, den ein Benutzername nicht haben kann.`,
  redirect_unusable: ({ address }) => `${address} leitet an eine Adresse weiter, die nicht verwendbar ist.`,
  redirect_unencrypted: ({ address, host }) =>
    `${address} leitet von https an eine unverschlüsselte Adresse bei ${host} weiter. Geben Sie eine Adresse an, die bei https bleibt.`,
  redirect_to: ({ address, host }) => `${address} leitet an ${host} weiter.`,
  too_many_redirects: ({ address, limit }) =>
    `${address} leitet mehr als ${limit} Mal weiter. Geben Sie die Adresse an, zu der es führt.`,
  address_forbidden: ({ address }) => `${address} darf nicht abgerufen werden.`,
  address_too_slow: ({ address, seconds }) =>
    `${address} hat die Tabelle nicht binnen ${seconds} s ganz gesendet. Legen Sie sie dorthin, wo sie schneller lädt.`,
  address_too_large: ({ address }) =>
    `${address} hat mehr als 64 MiB. Teilen Sie die Tabelle, oder lassen Sie weg, was kein Inventar ist.`,
  address_damaged: ({ address }) =>
    `${address} sendet Daten, die sich nicht entpacken lassen. Speichern Sie die Tabelle dort ohne Kompression.`,
  address_unreachable: ({ address, code }) =>
    `${address} ist nicht erreichbar, oder die Verbindung brach ab (${code}).`,
  certificate_untrusted: ({ address, code }) =>
    `Das Zertifikat von ${address} ist nicht vertrauenswürdig (${code}). Für eine eigene Zertifizierungsstelle setzen Sie NODE_EXTRA_CA_CERTS.`,
}
