import type { adviceSentences, WaySentences } from '../../../../contract/sentences/ways.ts'
import { withOthers } from '../../../../contract/sentences/withOthers.ts'
import type { Translated } from '../../sentences.ts'

const and = (settings: string): string => settings.replaceAll('\n', ' und ')

const ways: Translated<WaySentences> = {
  add_settings: ({ settings }) => `ergänzen Sie in kitroom.yaml bei der Quelle ${and(settings)}.`,
  insert_header: ({ row, cells }) =>
    `fügen Sie über Zeile ${row} eine Zeile mit den Namen der Spalten ein, ab Spalte A: ${cells}.`,
  insert_header_of_sheet: ({ row, sheet, cells }) =>
    `fügen Sie im Blatt „${sheet}“ über Zeile ${row} eine Zeile mit den Namen der Spalten ein, ab Spalte A: ${cells}.`,
  add_columns: ({ fields }, { field }) => {
    const columns = fields.split(', ').map((name) => `eine Spalte „${field(name)}“`)
    return `ergänzen Sie ${columns.join(' und ')}, mit einem Wert in jeder Zeile.`
  },
  run_sync_tag: () =>
    'führen Sie kitroom sync tag <Datei> --source <Quelle> --out <Kopie> aus: Die Kopie hat für jedes Gerät eine Inventarnummer. Synchronisieren Sie die Kopie.',
  put_first_line: ({ line }) => `setzen Sie ${line} als erste Zeile in die Datei.`,
}

export const advice: Translated<typeof adviceSentences> = {
  ...withOthers(ways, 'Oder'),
  also_add_settings: ({ settings }) => `Ergänzen Sie außerdem in kitroom.yaml bei der Quelle ${and(settings)}.`,
  replace_choose: ({ setting }) => `Ersetzen Sie CHOOSE bei ${setting} durch den Wert aller neuen Geräte.`,
  replace_choose_by: ({ setting, values }) =>
    `Ersetzen Sie CHOOSE bei ${setting} durch den Wert aller neuen Geräte: ${values}.`,
}
