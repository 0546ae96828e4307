import type { googleSentences } from '../../../../contract/sentences/google.ts'
import type { Translated } from '../../sentences.ts'

type Resource = { thing: string; id: string }

const things: Readonly<Record<string, (id: string) => string>> = {
  spreadsheet: (id) => `hoja de cálculo ${id}`,
  calendar: (id) => `calendario ${id}`,
  new_calendar: (name) => `calendario nuevo «${name}»`,
  account: () => 'cuenta',
}
const nameThing = ({ thing, id }: Resource): string => things[thing]?.(id) ?? id

const projects: Readonly<Record<string, string>> = {
  service_account: 'el proyecto de la cuenta de servicio',
  person: 'el proyecto del cliente de OAuth',
}
const nameProject = (account: string): string => projects[account] ?? account
const nameAccount = (email: string): string => email || '(dirección desconocida)'

const SET_KEY_FILE =
  'indique en KITROOM_GOOGLE_KEY_FILE la ruta de su clave JSON, y reinicie el worker. docs/google.md muestra ambas cosas.'

/** Spanish sentences that say why Google refuses or does not answer, and what to do. */
export const google: Translated<typeof googleSentences> = {
  google_key_refused: () =>
    'Google rechaza la clave de la cuenta de servicio. Puede que la clave o la cuenta se haya eliminado o desactivado, o que el reloj de este equipo esté mal. Cree una clave nueva, o ajuste el reloj.',
  google_account_unknown: () => 'Google ya no conoce la cuenta de servicio.',
  google_account_deleted: () => 'La cuenta de servicio se eliminó.',
  new_account_for_sheet: () => 'Cree una nueva, comparta la hoja de cálculo con su dirección, e indique su clave.',
  new_account_for_calendar: () => 'Cree una nueva, comparta el calendario con su dirección, e indique su clave.',
  google_account_scopes_forbidden: () =>
    'Google no concede a esta cuenta de servicio los permisos que Kitroom pide. Un administrador de la organización puede concederlos.',
  google_account_scopes_missing: () =>
    'Google concedió a la cuenta de servicio menos permisos de los que Kitroom pide. Puede que su organización los limite.',
  google_account_refused: ({ code }) =>
    `Google no da acceso a la cuenta de servicio (${code}). Compruebe la cuenta y su clave en la consola de Google Cloud.`,
  google_policy: () =>
    'La organización prohíbe este acceso con una política. Su administrador puede conceder los permisos que Kitroom pide.',
  google_sign_in_ended: ({ email }) =>
    `Google ha cerrado la sesión de la cuenta ${nameAccount(email)}. Causas posibles: se quitó el acceso en la cuenta, la aplicación está en «Prueba» (entonces una sesión termina a los 7 días), no se usó en seis meses, 100 sesiones más recientes la sustituyeron, o cambió la contraseña o una política de la organización.`,
  google_client_unknown: ({ login }) =>
    `Google no conoce el cliente de OAuth, o su secreto ha cambiado. Descargue de nuevo su archivo, o cree otro, e inicie sesión con él: ${login} --client <archivo>.`,
  google_client_deleted: ({ login }) =>
    `El cliente de OAuth se eliminó en la consola de Google Cloud. Cree uno nuevo, e inicie sesión con su archivo: ${login} --client <archivo>.`,
  google_client_forbidden: ({ email }) =>
    `Google no permite a este cliente de OAuth la sesión de la cuenta ${nameAccount(email)}. Compruebe que es un cliente del tipo «Aplicación de escritorio».`,
  google_sign_in_refused: ({ email, code }) =>
    `Google no da acceso a la sesión de la cuenta ${nameAccount(email)} (${code}).`,
  google_sign_in_scope_missing: ({ email }) =>
    `A la sesión de la cuenta ${nameAccount(email)} le falta un permiso que Kitroom necesita.`,
  sign_in_again: ({ login }) => `Inicie sesión de nuevo: ${login}.`,
  then_sign_in_again: ({ login }) => `Después, inicie sesión de nuevo: ${login}.`,
  google_api_off: ({ api, account }) =>
    `La API «${api}» está desactivada; se trata de ${nameProject(account)}. Actívela en la consola de Google Cloud, en APIs y servicios → Biblioteca.`,
  google_project_unknown: ({ account }) =>
    `Google ya no conoce ${nameProject(account)}; puede que se haya eliminado. Restáurelo en la consola de Google Cloud, en IAM y administración → Administrar recursos, o configure otro proyecto: docs/google.md.`,
  google_project_suspended: ({ account }) =>
    `Google ha suspendido ${nameProject(account)}. La consola de Google Cloud muestra el motivo, y qué hacer.`,
  google_project_denied: ({ email, account }) =>
    `La cuenta ${nameAccount(email)} no puede usar ${nameProject(account)}. Un propietario del proyecto puede darle el rol «Service Usage Consumer» en la consola de Google Cloud, en IAM y administración → IAM.`,
  google_billing_off: ({ account }) =>
    `La facturación está desactivada para ${nameProject(account)}, y Google rechaza sus peticiones. Actívela en la consola de Google Cloud, en Facturación, o use otro proyecto: Kitroom no necesita ninguna API de pago.`,
  google_drive_apps_off: () =>
    'Los administradores de la organización han desactivado el acceso de las aplicaciones a Google Drive. Uno de ellos puede permitirlo en la consola de administración de Google: Aplicaciones → Google Workspace → Drive y Documentos → Funciones y aplicaciones.',
  google_not_readable: (of) => `La cuenta ${nameAccount(of.email)} no puede leer esto: ${nameThing(of)}.`,
  google_not_writable: (of) => `La cuenta ${nameAccount(of.email)} no puede escribir aquí: ${nameThing(of)}.`,
  google_not_found: (of) =>
    `Google no encuentra esto, o no está compartido con la cuenta ${nameAccount(of.email)}: ${nameThing(of)}.`,
  google_not_shown: (of) => `Google no muestra esto a la cuenta ${nameAccount(of.email)}: ${nameThing(of)}.`,
  share_sheet_as_viewer: () => 'En Hojas de cálculo de Google, elija «Compartir», y añada esa dirección como lector.',
  share_sheet_as_editor: () => 'En Hojas de cálculo de Google, elija «Compartir», y añada esa dirección como editor.',
  check_address_share_as_viewer: () =>
    'Compruebe la dirección, y comparta la hoja de cálculo con esa cuenta como lector.',
  check_address_share_as_editor: () =>
    'Compruebe la dirección, y comparta la hoja de cálculo con esa cuenta como editor.',
  ask_owner_for_viewer: () => 'Pida a su propietario que la comparta con esa cuenta como lector.',
  ask_owner_for_editor: () => 'Pida a su propietario que la comparta con esa cuenta como editor.',
  then_pick_again: ({ login }) => `Después, inicie sesión de nuevo y elíjala: ${login}.`,
  pick_sheet: ({ login }) =>
    `Una hoja de cálculo se debe elegir al iniciar sesión: ${login}. Si no aparece para elegirla, compruebe su dirección, y pida a su propietario que la comparta con esa cuenta.`,
  check_calendar_id: () => 'Compruebe el identificador.',
  share_calendar: () =>
    'En Google Calendar, abra la configuración del calendario, elija «Compartir con determinadas personas», y añada esa dirección con el permiso «Hacer cambios en eventos».',
  sharing_may_be_forbidden: () => 'Si está prohibido compartir fuera, un administrador tiene que permitirlo.',
  own_calendar_only: () => 'Kitroom solo escribe en el calendario que creó en esa cuenta.',
  calendar_maybe_deleted: () =>
    'Alguien lo eliminó, o ahora la sesión es de otra cuenta que cuando se creó. Google guarda un calendario eliminado algunas semanas: en Google Calendar, abra Configuración → Papelera.',
  google_cells_refused: (of) =>
    `Google rechaza cambiar celdas (${nameThing(of)}): están protegidas, o alguien cambió la hoja al mismo tiempo. La próxima sincronización lo intenta de nuevo.`,
  google_request_refused: (of) => `Google rechaza la petición (${nameThing(of)}). Su respuesta: «${of.answer}»`,
  check_sheet_address: () => 'Compruebe la dirección de la hoja de cálculo y su rango.',
  google_sends_too_much: ({ mebibytes }, { number }) =>
    `Google envía más de ${number(mebibytes)} MiB a la vez. Divida la hoja, o deje fuera lo que no es inventario.`,
  google_event_refused: ({ answer }) => `Google rechaza el evento. Su respuesta: «${answer}»`,
  google_event_changes: () => 'Alguien cambia un evento en Google mientras Kitroom lo escribe.',
  google_calendar_not_created: ({ calendar }) =>
    `kitroom.yaml tiene para «${calendar}» un calendario de Google nuevo, que todavía no está creado. Créelo: kitroom google calendar ${calendar}`,
  google_unreachable: () => 'No se puede conectar con Google, o la conexión se cortó.',
  google_answers: ({ status }) => `Google responde ${status} por ahora.`,
  google_quota_used_up: () => 'La cuota de esta cuenta en Google está agotada por ahora.',
  google_reads_used_up: () => 'Otras hojas usan todas las lecturas que Google permite en un minuto.',
  google_writes_used_up: () => 'Otras hojas usan todas las escrituras que Google permite en un minuto.',
  google_calendar_requests_used_up: () =>
    'Otros calendarios usan todas las peticiones que Google permite en un segundo.',
  no_google_account_for_sheets: () =>
    `Kitroom no tiene acceso a Google. Inicie sesión con «kitroom google login --client <archivo>», o comparta la hoja de cálculo con una cuenta de servicio: ${SET_KEY_FILE}`,
  no_google_account_for_calendar: () =>
    `Kitroom no tiene acceso a Google Calendar. Inicie sesión con «kitroom google login --calendar --client <archivo>», o comparta el calendario con una cuenta de servicio: ${SET_KEY_FILE}`,
  no_sign_in_to_calendar: () =>
    'Nadie ha iniciado sesión en Google Calendar, o la sesión terminó. Inicie sesión: kitroom google login --calendar. docs/google.md muestra cómo.',
  google_sign_in_sealed: () =>
    'La sesión de Google no se puede descifrar: encryption.key de la carpeta de datos, o KITROOM_ENCRYPTION_KEY, es otra clave que al iniciar sesión. Restaure la clave de una copia de seguridad, o inicie sesión de nuevo: kitroom google login --client <archivo>.',
  google_key_file_open: ({ path }) =>
    `Otros usuarios de este equipo pueden leer ${path}, que KITROOM_GOOGLE_KEY_FILE indica. Ciérrelo para ellos: chmod 600.`,
  google_key_file_unreadable: ({ path, code }) =>
    `${path}, que KITROOM_GOOGLE_KEY_FILE indica, no se puede leer (${code}).`,
  google_key_file_unusable: ({ path }) =>
    `${path} no es un archivo de clave de una cuenta de servicio. En la consola de Google Cloud, abra la cuenta de servicio, después Claves → Añadir clave → JSON, e indique la ruta de ese archivo.`,
}
