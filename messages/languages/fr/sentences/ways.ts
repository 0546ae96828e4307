import type { adviceSentences, WaySentences } from '../../../../contract/sentences/ways.ts'
import { withOthers } from '../../../../contract/sentences/withOthers.ts'
import type { Translated } from '../../sentences.ts'

const and = (settings: string): string => settings.replaceAll('\n', ' et ')

const ways: Translated<WaySentences> = {
  add_settings: ({ settings }) => `ajoutez à la source, dans kitroom.yaml, ${and(settings)}.`,
  insert_header: ({ row, cells }) =>
    `insérez au-dessus de la ligne ${row} une ligne avec les noms des colonnes, à partir de la colonne A : ${cells}.`,
  insert_header_of_sheet: ({ row, sheet, cells }) =>
    `insérez dans la feuille « ${sheet} », au-dessus de la ligne ${row}, une ligne avec les noms des colonnes, à partir de la colonne A : ${cells}.`,
  add_columns: ({ fields }, { field }) => {
    const columns = fields.split(', ').map((name) => `une colonne « ${field(name)} »`)
    return `ajoutez ${columns.join(' et ')}, avec une valeur dans chaque ligne.`
  },
  run_sync_tag: () =>
    'exécutez kitroom sync tag <fichier> --source <source> --out <copie> : la copie a un numéro d’inventaire pour chaque article. Synchronisez la copie.',
  put_first_line: ({ line }) => `mettez ${line} comme première ligne du fichier.`,
}

export const advice: Translated<typeof adviceSentences> = {
  ...withOthers(ways, 'Ou'),
  also_add_settings: ({ settings }) => `Ajoutez aussi à la source, dans kitroom.yaml, ${and(settings)}.`,
  replace_choose: ({ setting }) => `Remplacez CHOOSE dans ${setting} par la valeur de tous les nouveaux articles.`,
  replace_choose_by: ({ setting, values }) =>
    `Remplacez CHOOSE dans ${setting} par la valeur de tous les nouveaux articles : ${values}.`,
}
