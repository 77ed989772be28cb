import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { isOnline } from "#pwa/platform/device/online.ts";
import { removeStored, storedKeys } from "#pwa/platform/device/storage.ts";
import { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import { CONTENT_ENDPOINTS } from "#schemas/endpoints/content.ts";
import type { Language } from "#schemas/values/languages.ts";
import { heldPage, heldSite, holdPage, holdSite } from "./site-store.ts";

/** Somebody who comes back to the page sees what was published meanwhile; so does, a little later, who never left it. */
const ASK_AGAIN_MS = 5000;
const ASK_EVERY_MS = 60_000;
/** Of a revision that was told and is not served yet. */
const ASK_AGAIN_AFTER_MS = [100, 300, 1000, 3000] as const;
const MOST_KEPT_PAGES = 60;
const KEPT_PAGES = "astrolabe.content.page.";

const keptSite = (language: Language) => keptText(`astrolabe.content.site.${language}`, SiteOutput, null);
const keptPage = (language: Language, key: string) =>
  keptText(`${KEPT_PAGES}${language}.${key}`, v.object({ page: PageOutput, atMs: v.number() }), null);

/** The pages that are shown at this moment. */
const watched = new Map<string, number>();
let askedAtMs = 0;

/** Shows what this device kept of all that stands around pages, where nothing newer is shown yet. */
export function takeKept(language: Language): void {
  if (heldSite()?.language === language) return;
  const kept = keptSite(language).read();
  if (kept !== null) holdSite(kept);
}

/** What this device kept of all that stands around pages, then what the server has of it now, and from then on what is published. */
export function followSite(language: Language): () => void {
  takeKept(language);
  const ask = () => void askSite(language).catch((error: unknown) => logUnlessAway("site", error));
  const askAgain = () => {
    if (document.visibilityState === "visible" && nowMs() - askedAtMs >= ASK_AGAIN_MS) ask();
  };
  ask();
  const timer = setInterval(askAgain, ASK_EVERY_MS);
  const events = ["visibilitychange", "focus", "online"] as const;
  for (const event of events) addEventListener(event, askAgain);
  return () => {
    clearInterval(timer);
    for (const event of events) removeEventListener(event, askAgain);
  };
}

/** Asks for what was published up to `revision`: another process than the one that told of it may hear of it a moment later. */
export async function catchUpTo(revision: number, language: Language, stop: AbortSignal): Promise<void> {
  for (const pauseMs of [0, ...ASK_AGAIN_AFTER_MS]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const held = heldSite();
    if (stop.aborted || (held?.language === language && held.revision >= revision)) return;
    await askSite(language);
  }
}

async function askSite(language: Language): Promise<void> {
  askedAtMs = nowMs();
  const before = heldSite();
  const site = await call(CONTENT_ENDPOINTS.site, { query: { language } });
  keptSite(language).keep(site);
  const isNews = before?.language === language && before.revision !== site.revision;
  if (before?.language !== language || isNews || JSON.stringify(before) !== JSON.stringify(site)) holdSite(site);
  if (isNews) for (const key of watched.keys()) await askPage(language, key);
}

/** The same of one page, for as long as it is shown. Calls back where the server cannot be asked and nothing is kept. */
export function followPage(language: Language, key: string, onUnreachable: () => void): () => void {
  watched.set(key, (watched.get(key) ?? 0) + 1);
  const held = heldPage(language, key);
  if (held === null) {
    const kept = keptPage(language, key).read();
    if (kept !== null) holdPage(language, key, { page: kept.page, keptAtMs: kept.atMs });
  } else if (held.page !== null && held.keptAtMs === null)
    keptPage(language, key).keep({ page: held.page, atMs: nowMs() });
  const ask = () => {
    askPage(language, key).catch((error: unknown) => {
      logUnlessAway("page", error);
      if (heldPage(language, key) === null) onUnreachable();
    });
  };
  ask();
  addEventListener("online", ask);
  return () => {
    removeEventListener("online", ask);
    const left = (watched.get(key) ?? 1) - 1;
    if (left === 0) watched.delete(key);
    else watched.set(key, left);
  };
}

async function askPage(language: Language, key: string): Promise<void> {
  const page = await readPage(language, key);
  const before = heldPage(language, key);
  if (page === null) keptPage(language, key).drop();
  else {
    keptPage(language, key).keep({ page, atMs: nowMs() });
    dropSurplus(`${KEPT_PAGES}${language}.${key}`);
  }
  const isSame = before !== null && JSON.stringify(before.page) === JSON.stringify(page);
  if (!isSame || before.keptAtMs !== null) holdPage(language, key, { page, keptAtMs: null });
}

async function readPage(language: Language, key: string): Promise<PageOutput | null> {
  try {
    return await call(CONTENT_ENDPOINTS.page, { query: { page: key, language } });
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

function dropSurplus(own: string): void {
  const others = storedKeys(KEPT_PAGES).filter((key) => key !== own);
  for (const key of others.slice(0, Math.max(0, others.length + 1 - MOST_KEPT_PAGES))) removeStored(key);
}

/** Offline nobody needs to be told that nobody could be asked. */
export function logUnlessAway(what: "site" | "page", error: unknown): void {
  if (isOnline()) logProblem(`the ${what} could not be read`, error);
}
