import type { DocumentType } from '../../../contract/api/documents.ts'
import type { ReminderTexts } from '../types.ts'

const withArticle: Record<DocumentType, string> = {
  receipt: 'El justificante de compra',
  warranty: 'La garantía',
  insurance: 'El seguro',
  user_manual: 'El manual de uso',
}

export const reminders: ReminderTexts = {
  colon: ':',
  facts: {
    item: 'Equipo',
    assetTag: 'Número de inventario',
    serialNumber: 'Número de serie',
    keptAt: 'Ubicación',
    service: 'Mantenimiento',
    due: 'Fecha prevista',
    daysOverdue: 'Días de retraso',
    daysLeft: 'Días restantes',
    daysSince: 'Días transcurridos',
    status: 'Estado',
    provider: 'Proveedor',
    document: 'Documento',
    coveredBy: 'Cubierto por',
    reference: 'Referencia',
    cost: 'Coste',
    lastServices: 'Últimos mantenimientos',
    endsOn: 'Vence el',
    endedOn: 'Venció el',
    shoot: 'Rodaje',
    client: 'Cliente',
    date: 'Fecha',
    time: 'Hora',
    duration: 'Duración',
    place: 'Lugar',
    places: 'Lugares',
    notes: 'Notas',
    before: 'Antes',
    now: 'Ahora',
    whatToDo: 'Qué hacer',
    othersNotified: 'Otras personas avisadas',
    sentAt: 'Enviado',
  },
  documentTypes: {
    receipt: 'Justificante de compra',
    warranty: 'Garantía',
    insurance: 'Seguro',
    user_manual: 'Manual de uso',
  },
  maintenance: {
    due: ({ service, item, day }) => `${service} de ${item}: previsto para el ${day}`,
    overdue: ({ service, item, day }) => `${service} de ${item}: previsto para el ${day} y aún pendiente`,
    statuses: { scheduled: 'programado', in_progress: 'en curso', completed: 'completado', cancelled: 'cancelado' },
    coveredUntil: (day) => `vigente hasta el ${day}`,
    coveredWithoutEnd: 'vigente, sin fecha de vencimiento',
    askBeforePaying: 'El equipo está cubierto: consulte antes de pagar.',
    completeOrMove: 'Complete el registro cuando el trabajo esté hecho, o cámbielo a otra fecha.',
    daysLeft: (days) => {
      if (days === 0) return 'Previsto para hoy'
      return days === 1 ? 'Previsto para mañana' : `Previsto dentro de ${days} días`
    },
    daysOverdue: (days) => (days === 1 ? 'Con retraso desde ayer' : `Con ${days} días de retraso`),
    heading: 'Mantenimiento',
    countOverdue: (_count, text) => `${text} con retraso`,
    countToCome: (count, text) => `${text} ${count === 1 ? 'próximo' : 'próximos'}`,
  },
  coverage: {
    ofItem: ({ type, item, end }) => `${withArticle[type]} de ${item} ${end}`,
    ofDocument: ({ type, title, end }) => `${withArticle[type]} «${title}» ${end}`,
    end: ({ day, daysLeft }) => {
      if (daysLeft === 0) return `vence hoy, ${day}`
      if (daysLeft === 1) return `vence mañana, ${day}`
      if (daysLeft === -1) return `venció ayer, ${day}`
      return daysLeft > 0 ? `vence el ${day}, dentro de ${daysLeft} días` : `venció el ${day}, hace ${-daysLeft} días`
    },
    renewInTime: 'Renueve a tiempo e introduzca la nueva fecha de vencimiento.',
    renewEnded: 'Renueve e introduzca la nueva fecha de vencimiento, o confirme este recordatorio.',
    enterExtension: 'Si se ha prorrogado, introduzca la nueva fecha de vencimiento. Si no, confirme este recordatorio.',
    checkItem: 'Revise ahora el equipo y comunique cualquier defecto al proveedor antes de que venza la garantía.',
    checkCovered:
      'Revise ahora lo que está cubierto y comunique cualquier defecto al proveedor antes de que venza la garantía.',
    daysLeft: (days) => {
      if (days === 0) return 'Vence hoy'
      return days === 1 ? 'Vence mañana' : `Vence dentro de ${days} días`
    },
    daysSince: (days) => (days === 1 ? 'Venció ayer' : `Venció hace ${days} días`),
    heading: 'Garantías y seguros',
    countEnded: (count, text) => `${text} ${count === 1 ? 'ha vencido' : 'han vencido'}`,
    countSoon: (count, text, days) => `${text} ${count === 1 ? 'vence' : 'vencen'} en los próximos ${days} días`,
    countLater: (count, text) => `${text} ${count === 1 ? 'vence' : 'vencen'} más adelante`,
    unlisted: (count, text, days) =>
      count === 1
        ? `${text} garantía o seguro venció hace más de ${days} días y no aparece en este mensaje.`
        : `${text} garantías y seguros vencieron hace más de ${days} días y no aparecen en este mensaje.`,
  },
  covered: {
    until: ({ service, item, day }) => `${service} de ${item}: el equipo sigue cubierto hasta el ${day}`,
    withoutEnd: ({ service, item }) => `${service} de ${item}: el equipo sigue cubierto`,
    ask: (provider) => `Consulte a ${provider} antes de pagarlo.`,
    askProvider: 'Consulte al proveedor antes de pagarlo.',
    heading: 'Mantenimiento de equipo cubierto',
    countRecords: (count, text) => `${text} ${count === 1 ? 'registro' : 'registros'}`,
  },
  shoot: {
    title: ({ isToday, time, name }) =>
      `Rodaje ${isToday ? 'hoy' : 'mañana'}${time === null ? '' : ` a las ${time}`}: ${name}`,
    morePlaces: (places, more) => `${places} y ${more} más`,
    statuses: { planning: 'en preparación', confirmed: 'confirmado', completed: 'terminado', cancelled: 'cancelado' },
    today: 'Hoy',
    tomorrow: 'Mañana',
    heading: 'Rodajes',
    countToday: (_count, text) => `${text} hoy`,
    countTomorrow: (_count, text) => `${text} mañana`,
  },
  meter: {
    fell: ({ item, from, to, unit }) => `El contador de ${item} bajó de ${from} a ${to} ${unit}`,
    rose: ({ item, from, to, unit }) =>
      `El contador de ${item} subió de ${from} a ${to} ${unit}, más rápido de lo habitual`,
    units: { shutter_count: 'disparos', flight_hours: 'horas de vuelo' },
    fellAdvice:
      'No hay nada que hacer si se sustituyó la pieza o el equipo: el mantenimiento por uso cuenta ahora desde la nueva lectura.',
    roseAdvice:
      'Corrija la lectura si es errónea. Hasta que otra posterior la confirme, el mantenimiento por uso sigue la anterior.',
    heading: 'Contadores',
    countReadings: (count, text) => `${text} ${count === 1 ? 'lectura' : 'lecturas'} por revisar`,
  },
  other: { heading: 'Otros', countMessages: (count, text) => `${text} ${count === 1 ? 'mensaje' : 'mensajes'}` },
  digest: { overdue: 'Con retraso', today: 'Hoy', withinWeek: 'En los próximos 7 días', later: 'Más adelante' },
  digestCounts: { overdue: 'con retraso', today: 'hoy', withinWeek: 'en los próximos 7 días', later: 'más adelante' },
  reminder: 'Recordatorio',
  countReminders: (count) => `${count} recordatorios de su estudio`,
  more: (count) => `y ${count} más`,
  notAcknowledged: (title) => `Aún sin confirmar: ${title}`,
  example: (title) => `Ejemplo: ${title}`,
  examples: {
    service: 'Limpieza del sensor',
    location: 'Armario 2',
    warranty: 'Garantía: Canon EOS R5',
    insurance: 'Todo riesgo',
    shoot: 'Sesión de producto',
    place: 'Puerto viejo',
  },
  test: 'Prueba de los recordatorios de Kitroom',
  commands: {
    workDone: 'El trabajo está hecho',
    otherDate: 'Otra fecha',
    acknowledge: 'Confirmar, para que nadie reciba más recordatorios de esta fecha',
    postpone: 'Posponer una semana',
    acknowledgeOne: 'Confirmar un recordatorio, para que nadie reciba más de su fecha',
    postponeOne: 'Posponer un recordatorio una semana',
  },
  links: {
    page: 'Confirmar o posponer',
    plan: 'Ver el plan y decidir',
    ack: 'Confirmar',
    snooze: 'Recordármelo dentro de 7 días',
    done: 'El trabajo está hecho',
  },
  mail: {
    id: 'Identificador',
    footer:
      'Recibe este mensaje porque el inventario de equipos de su estudio (Kitroom) está configurado para enviarle recordatorios. La persona que lo gestiona puede cambiarlo.',
    listedFirst: ({ listed, more, day }) =>
      `Este mensaje muestra los primeros ${listed}. No caben ${more} más, a partir del ${day}: léalos en la consola, en la página de recordatorios, o con npm run kitroom -- reminders list.`,
  },
  page: {
    answerAgain: 'Puede responder de nuevo: cuenta la última respuesta.',
    wasAcknowledged: 'Este recordatorio ya se confirmó.',
    wasPostponed: (day) => `Este recordatorio se pospuso al ${day}.`,
    acknowledge: 'Confirmar: no más recordatorios de esta fecha',
    remindIn: (days) => (days === 1 ? 'Recordármelo mañana' : `Recordármelo dentro de ${days} días`),
    workDone: 'El trabajo está hecho…',
    askCompletion: '¿Completar este registro de mantenimiento? Los costes y las notas se pueden añadir más tarde.',
    confirmCompletion: 'Sí, el trabajo está hecho',
    completed: 'El registro está completado.',
    notCompleted: 'Entretanto, el registro se eliminó, se canceló o cambió de fecha. No se ha modificado nada.',
    acknowledged: (day) => `Confirmado. Nadie recibirá más recordatorios del ${day}.`,
    postponed: (day) => `El próximo recordatorio será el ${day}.`,
    faults: {
      notFound: 'Este enlace no es válido',
      useNewest: 'Está incompleto, ha caducado o se ha retirado. Use el enlace del mensaje más reciente.',
      unavailable: 'Ahora no es posible',
      retry: 'Inténtelo de nuevo en un momento. Hacerlo dos veces no causa ningún problema.',
      failed: 'No ha funcionado',
      openAgain: 'Abra de nuevo el enlace del mensaje. Si no sirve, consulte a la persona que gestiona Kitroom.',
    },
    tryAgain: 'Intentarlo de nuevo',
  },
  unsubscribe: {
    title: 'Cancelar los recordatorios',
    ends: (recipient) =>
      `${recipient} no recibirá más recordatorios de mantenimientos, garantías, seguros y rodajes, ni sueltos ni como resumen.`,
    stays: 'Los mensajes sobre fallos, y sobre recordatorios a los que nadie reaccionó, se siguen enviando.',
    confirm: 'Cancelar los recordatorios',
    done: 'Ha cancelado los recordatorios.',
    again: 'Para volver a recibirlos, diríjase a quien gestiona los equipos de su estudio.',
    reported: ({ name, recipient }) => `${name} ha cancelado los recordatorios a ${recipient}`,
    facts: {
      person: 'Nombre',
      address: 'Dirección',
      since: 'Desde',
      ends: 'Ya no se envía allí',
      stays: 'Se sigue enviando allí',
      instead: 'Quién los recibe',
    },
    reminders: 'Recordatorios de mantenimientos, garantías, seguros y rodajes, y resúmenes',
    others: 'Fallos y recordatorios a los que nadie reaccionó',
    instead: 'Usted, si no conciernen a nadie más.',
    advice: (command) => `No hay nada que hacer si es correcto. Para volver a enviar recordatorios allí: ${command}`,
    heading: 'Cancelados',
    countPeople: (count, text) => `${text} ${count === 1 ? 'persona' : 'personas'}`,
  },
}
