import type { CalendarKindName } from '../../../contract/control/calendars.ts'
import type { ProblemTexts } from '../types.ts'

const calendarRecords: Record<CalendarKindName, { one: string; many: string; article: string; change: string }> = {
  shoots: { one: 'un rodaje', many: 'rodajes', article: 'los rodajes', change: 'el rodaje' },
  maintenance: {
    one: 'una fecha de mantenimiento',
    many: 'fechas de mantenimiento',
    article: 'las fechas de mantenimiento',
    change: 'la fecha de mantenimiento',
  },
  warranty: {
    one: 'un fin de garantía',
    many: 'fines de garantía',
    article: 'los fines de garantía',
    change: 'el fin de garantía',
  },
}

const countRecords = (shows: CalendarKindName, count: number): string =>
  count === 1 ? calendarRecords[shows].one : `${count} ${calendarRecords[shows].many}`

const onHost = (host: string | undefined): string => (host === undefined ? '' : ` en ${host}`)

const consequenceOfSettings =
  'no se inicia ninguna sincronización, las programaciones no cambian, y los planes de mantenimiento, las garantías y los calendarios esperan. Los recordatorios ya previstos van a los canales de la última versión válida.'

const dailySteps: Readonly<Record<string, string>> = {
  planMaintenance: 'registrar los mantenimientos previstos',
  followService: 'actualizar el estado del equipo en mantenimiento',
  reconcileWarranties: 'revisar garantías y seguros',
  remindOfShoots: 'recordar los rodajes',
  remindOfMaintenance: 'recordar los mantenimientos',
  sendReminders: 'enviar recordatorios',
}

export const problems: ProblemTexts = {
  facts: {
    source: 'Fuente',
    why: 'Causa',
    changes: 'Cambios',
    plannedAt: 'Planificado el',
    seeIt: 'Ver',
    writeIt: 'Aplicar',
    dropIt: 'Descartar',
    undoIt: 'Deshacerla',
    endedAt: 'Terminado el',
    whatBecame: 'Resultado',
    tryAgain: 'Reintentar',
    since: 'Desde',
    schedule: 'Programación',
    noneEndedSince: 'Ninguna sincronización ha terminado desde',
    syncNow: 'Sincronizar ahora',
    calendar: 'Calendario',
    whatThatMeans: 'Consecuencia',
    events: 'Eventos',
    whatHappens: 'Qué ocurre',
    channel: 'Canal',
    endpoint: 'Punto de destino',
    disabledAt: 'Desactivado el',
    enableIt: 'Volver a activarlo',
    sendMissed: 'Después, enviar lo que faltó',
    tryIt: 'Probar',
    at: 'Fecha',
    triedAgain: 'Nuevo intento',
    tryNow: 'Intentar ahora',
    fault: 'Error',
    notAdopted: 'No adoptado',
    inForce: 'En vigor',
    whatHelps: 'Solución',
    itWas: 'Problema',
    overAt: 'Resuelto el',
    whatToDo: 'Qué hacer',
  },
  sync: {
    waits: (source) => `Un plan de ${source} espera su decisión`,
    waitsForApproval: 'La fuente tiene approve: manual.',
    changes: { create: 'crear', update: 'modificar', mark: 'marcar', delete: 'eliminar' },
    noChanges: 'ninguno',
    failed: (source) => `La sincronización de ${source} ha fallado`,
    stopped: (source) => `La sincronización de ${source} se detuvo antes de terminar`,
    expired: (source) => `Un plan de ${source} caducó sin que nadie decidiera`,
    editStopped: ({ items, count }) =>
      items === null
        ? 'Una edición masiva se detuvo antes de terminar'
        : `Una edición masiva de ${count} ${items === 1 ? 'equipo' : 'equipos'} se detuvo antes de terminar`,
    nobodyDecided: 'Nadie decidió durante siete días.',
    causeInLog: 'La causa está en el registro del worker.',
    notWritten: (source) => `Los resultados de ${source} no se pudieron escribir en su hoja`,
    asks: ({ source, rows }) =>
      rows === 1 ? `Una fila de ${source} espera una respuesta` : `${rows} filas de ${source} esperan una respuesta`,
    answerInSettings: 'Responda a las preguntas del plan en kitroom.yaml. Todas las demás filas están escritas.',
    answered: (source) => `Ninguna fila de ${source} espera ya una respuesta`,
    notStarted: (source) => `La programación de ${source} no puede iniciar ninguna sincronización`,
    stalled: ({ source, day }) => `Ninguna sincronización de ${source} ha terminado desde el ${day}`,
    runDoesNotEnd: (time) => `Una sincronización empezó el ${time} y no ha terminado.`,
    noneStarted: 'La programación no ha iniciado ninguna, por ejemplo porque esta máquina estaba apagada a esas horas.',
    works: (source) => `La sincronización de ${source} vuelve a funcionar`,
    settled: (source) => `La sincronización de ${source} ya no necesita nada de usted`,
  },
  plan: {
    source: ({ source, file }) => `Fuente: ${source}, ${file}`,
    why: (reason) => `Por qué espera: ${reason}`,
    changes: ({ changes, time }) => `Cambios: ${changes}. Planificado el ${time}.`,
    deletes: ({ count, command }) =>
      `Equipos que elimina: ${count}. Por eso no se puede aprobar aquí, sino solo con: ${command}`,
    first: ({ listed, all }) => `Los primeros ${listed} de ${all} cambios:`,
    every: 'Los cambios:',
    row: (row) => `fila ${row}`,
    approve: 'Aprobar: escribir estos cambios',
    decline: 'Rechazar: no escribir nada',
    decided: (source) => `Ya se decidió sobre el plan de ${source}`,
    approved: (by) => (by === null ? 'Fue aprobado.' : `Fue aprobado por ${by}.`),
    declined: (by) => (by === null ? 'Fue rechazado.' : `Fue rechazado por ${by}.`),
    applying: 'Sus cambios se están escribiendo.',
    completed: 'Sus cambios están escritos.',
    completedWithErrors: 'No se pudieron escribir todos sus cambios.',
    stopped: 'La escritura se detuvo antes de terminar.',
    rejected: 'No se escribe nada.',
  },
  access: {
    lost: 'La API rechaza la clave del worker',
    consequence:
      'Las sincronizaciones, los recordatorios de equipos, el mantenimiento y los calendarios están detenidos hasta que el worker tenga una clave válida.',
    advice: 'Cree otra clave (npm run kitroom -- worker setup) y reinicie el worker.',
    works: 'La API vuelve a aceptar la clave del worker',
  },
  calendar: {
    unreadable: ({ id, shows }) => `El calendario ${id} no puede mostrar ${calendarRecords[shows].article}`,
    staysAsItIs: 'Hasta entonces el calendario no cambia. Los demás calendarios no están afectados.',
    stopped: (id) => `El calendario ${id} ya no se escribe en Google`,
    refused: ({ id, shows, count }) => `Google rechaza ${countRecords(shows, count)} en el calendario ${id}`,
    edited: ({ id, shows, count }) =>
      `Alguien ha modificado ${countRecords(shows, count)} en el calendario ${id} de Google`,
    leavesChanges: (shows) =>
      `Kitroom conserva los cambios, porque el calendario tiene drift: report, y los sobrescribe cuando cambie de nuevo ${calendarRecords[shows].change}.`,
    repeated: ({ id, shows, count }) =>
      `Alguien ha hecho que se repita ${countRecords(shows, count)} en el calendario ${id} de Google`,
    leavesRepetition: (shows) =>
      `Kitroom conserva la repetición y modifica el primer evento cuando cambie ${calendarRecords[shows].change}. Los demás eventos no están en el inventario.`,
    titles: (titles, more) => {
      const listed = titles.map((title) => `«${title}»`).join(', ')
      return more > 0 ? `${listed} y ${more} más` : listed
    },
    readable: (id) => `El contenido del calendario ${id} vuelve a poder leerse`,
    works: (id) => `El calendario ${id} vuelve a estar al día en Google`,
  },
  channel: {
    failing: (id) => `Los recordatorios no llegan por el canal ${id}`,
    retries: 'Se sigue intentando; en cuanto funcione, un solo mensaje contiene todo lo que siga pendiente.',
    stopped: (id) => `El canal ${id} ya no acepta recordatorios`,
    waitsForChange: 'No se envía nada hasta que cambien sus ajustes o secretos, o se acepte un mensaje de prueba.',
    notAccepted: 'No fueron aceptados.',
    works: (id) => `Los recordatorios vuelven a llegar por el canal ${id}`,
  },
  endpoint: {
    disabled: (host) => `El punto de destino de webhooks en ${host} está desactivado`,
    gone: 'Respondió 410: la dirección ya no existe.',
    failing: 'Durante cinco días no le llegó nada.',
    works: (host) => `El punto de destino de webhooks en ${host} ya no está desactivado`,
  },
  daily: {
    failed: 'La ejecución diaria no pudo hacerlo todo',
    step: (step) => dailySteps[step] ?? step,
    failedStep: (stepText) => `Fallido: ${stepText}`,
    everyHour: 'cada hora',
    doesNotEnd: 'La ejecución diaria no termina',
    begunAndWaits: (time) =>
      `Comenzó el ${time} y aún espera: la API no responde o su workflow no puede continuar. La causa está en el registro del worker.`,
    notBegun: 'La ejecución diaria no ha comenzado',
    lastBegun: ({ time, command }) =>
      `La última comenzó el ${time}. El registro del worker dice qué falta; iniciarla ahora: ${command}`,
    works: 'La ejecución diaria vuelve a funcionar',
    paused: 'La ejecución diaria está en pausa',
  },
  settings: {
    invalid: (host) => `kitroom.yaml no se puede usar${onHost(host)}`,
    missing: (host) => `kitroom.yaml ya no existe${onHost(host)}`,
    notThere: (path) => `${path} no existe.`,
    untilFixed: `Hasta que se corrija, ${consequenceOfSettings}`,
    untilFixedOnHost: `En ese host, hasta que se corrija, ${consequenceOfSettings}`,
    staysInForce: 'Los últimos ajustes leídos siguen en vigor. Para no tener ninguno, deje allí un archivo vacío.',
    conflict: 'kitroom.yaml se modificó de forma distinta en varios hosts',
    conflictConsequence: 'No se usa ninguno de estos archivos. Los ajustes anteriores siguen en vigor.',
    conflictAdvice:
      'Iguale los archivos o elija uno en su host: npm run kitroom -- worker settings adopt. Ajustes en vigor: npm run kitroom -- worker settings',
    ends: 'kitroom.yaml no se usa: terminaría fuentes, calendarios o canales',
    endsConsequence: (names) => `Le falta lo que está en vigor: ${names}. Los ajustes anteriores siguen en vigor.`,
    endsAdvice:
      'Añádalo al archivo, o use el archivo tal cual, en su host: npm run kitroom -- worker settings adopt. Ajustes en vigor: npm run kitroom -- worker settings --text',
    changedSince: ({ host, time }) => `${host}, desde el ${time}`,
    hostById: (id) => `el host ${id}`,
    adopted: ({ host, time }) => `los de ${host}, adoptados el ${time}`,
    agree: 'kitroom.yaml ya no difiere entre varios hosts',
    work: 'kitroom.yaml vuelve a poder usarse',
  },
  temporal: {
    away: 'Temporal no responde',
    refused: 'Temporal rechaza este worker',
    consequence: 'Las sincronizaciones, los nuevos recordatorios y la ejecución diaria esperan a que esté disponible.',
    advice: 'Compruebe que el servidor de Temporal funciona. Si Kitroom trae el suyo, reinicie Kitroom.',
    keyAdvice: (namespace) =>
      `Temporal rechaza este worker: su clave (TEMPORAL_API_KEY) o su certificado es incorrecto o ha caducado, o no puede usar el espacio de nombres «${namespace}». Inicie el worker con un acceso válido.`,
    works: 'Temporal vuelve a responder y el trabajo continúa',
  },
  workflow: {
    ofSync: (source) => `Sincronización de ${source}`,
    ofDailyRun: 'Ejecución diaria',
    withId: (id) => `Workflow ${id}`,
    stuck: (name) => `${name}: no puede continuar`,
    otherVersion: 'La versión actual de Kitroom no puede continuar lo que empezó una anterior.',
    endRun: (command) => `Termine su ejecución: ${command}`,
    goBack: (command) =>
      `Vuelva a la versión anterior o termínelo: ${command} (con --address si Temporal no está en 127.0.0.1:7233). Lo que quede lo hará el siguiente.`,
    works: (name) => `${name}: vuelve a funcionar`,
  },
  clockDiffers: 'El reloj de la máquina del worker difiere del servidor de la API',
  example: {
    title: 'La sincronización de gear no pudo leer su hoja',
    advice: 'Vuelva a compartir la hoja con la cuenta de kitroom.yaml.',
  },
}
