/** How the service worker stands to the page that is open. */
export type WorkerState =
  /** There is none: the app needs a connection to open. */
  | "none"
  /** It serves the very version that is open. */
  | "same"
  /** It serves another version than the one that is open. */
  | "other"
  /** A newer version is ready and waits for the person's yes. */
  | "waiting";

export interface AppVersion {
  /** The version of the page that is open. */
  readonly page: string;
  /** The version that the service worker serves; null where there is none, or it cannot be told. */
  readonly worker: string | null;
  readonly state: WorkerState;
}

const ENTRY = /\/assets\/index-([\w-]+)\.js/;
/** A page that was not built, as in development. */
const UNBUILT = "unbuilt";

/** The version of what is open: the mark that the build gave to its entry script. */
export function pageVersion(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return scripts.map(({ src }) => versionIn(src)).find((version) => version !== null) ?? UNBUILT;
}

/** The version of the page beside that of its service worker. Needs no connection. */
export async function readAppVersion(): Promise<AppVersion> {
  const page = pageVersion();
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return { page, worker: null, state: "none" };
  const worker = await servedVersion();
  if (registration.waiting) return { page, worker, state: "waiting" };
  return { page, worker, state: worker === null || worker === page ? "same" : "other" };
}

/** Which version the page would be if it was opened now: its service worker answers from what it keeps. */
async function servedVersion(): Promise<string | null> {
  if (!navigator.serviceWorker.controller) return null;
  try {
    return versionIn(await (await fetch("/index.html")).text());
  } catch {
    // Without a connection, and a worker that does not answer in its place, it cannot be told.
    return null;
  }
}

function versionIn(text: string): string | null {
  return ENTRY.exec(text)?.[1] ?? null;
}
