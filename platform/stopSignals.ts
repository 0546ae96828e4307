// Must be the first import of a process. Loading the other modules takes seconds, and a signal that comes meanwhile
// counts. The kernel drops one of a container's first process that has no handler yet.
const stopping = new AbortController()
// A service manager and `npm start` may each send a signal. A second abort has no effect.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal))

/** Aborted by the first SIGINT or SIGTERM of this process. Its reason is the signal's name. */
export const stopSignal: AbortSignal = stopping.signal
