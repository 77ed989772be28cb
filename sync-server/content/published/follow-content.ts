import type { PageOutput, SearchOutput, SiteOutput, SocialLinksOutput } from "#schemas/content/read.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import type { Language } from "#schemas/values/languages.ts";
import { readInterface } from "#server/interface/index.ts";
import { follow } from "#server/platform/db/follow.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { stateCollection } from "./documents.ts";
import { itemName, readSnapshot, type Snapshot } from "./read-published.ts";
import { showSearch } from "./search-parts.ts";
import { blocksShown, showPage, showSite } from "./show-site.ts";

/** What is public, as a running process knows it: from memory, and never a draft. */
export interface PublishedContent {
  /** All that is public. From memory, but for the first time. */
  read(): Promise<Snapshot>;
  site(language: Language): Promise<SiteOutput>;
  /** Null where no such page is public. */
  page(key: string, language: Language): Promise<PageOutput | null>;
  search(language: Language): Promise<SearchOutput>;
  /** Names what {@link site} answers at this moment: another name, another answer. */
  siteTag(language: Language): Promise<string>;
  /** Calls back after each change, whichever process made it; answers with the way to end that. */
  onChange(listener: () => void): () => void;
  /** Looks at once: this process has changed it. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** One snapshot, and what was worked out of it. */
interface Worked {
  readonly snapshot: Snapshot;
  readonly sites: Map<Language, { readonly shown: string; readonly site: SiteOutput }>;
  readonly pages: Map<string, PageOutput>;
  readonly searches: Map<Language, SearchOutput>;
}

/** For how long links of the footer are taken as they were read: they change once a year, and every page asks for them. */
const LINKS_MS = 5000;

/** Follows what is public, whichever process publishes. */
export function followContent(runtime: Pick<Runtime, "database" | "clock" | "log">): PublishedContent {
  const { database, clock, log } = runtime;
  const listeners = new Set<() => void>();
  let known: Worked | null = null;
  const links = keptLinks(runtime);
  let last: Promise<unknown> = Promise.resolve();

  /** One look after the other, so that none puts what was true before it in the place of what is. */
  function look(): Promise<Worked> {
    const looked = last.then(read, read);
    last = looked.catch(() => undefined);
    return looked;
  }

  async function read(): Promise<Worked> {
    const before = known;
    const snapshot = await readSnapshot(database, log, before?.snapshot);
    if (before && snapshot.revision === before.snapshot.revision) return before;
    const now: Worked = { snapshot, sites: new Map(), pages: new Map(), searches: new Map() };
    known = now;
    if (before) for (const listener of listeners) listener();
    return now;
  }

  async function now(): Promise<Worked> {
    return known ?? look();
  }

  /** Names what stands around pages beside what was published. */
  function shownNow({ snapshot }: Worked, social: SocialLinksOutput): string {
    const blocks = blocksShown(snapshot, clock.now()).map(({ key }) => key);
    return [...blocks, ...Object.values(social)].join(" ");
  }

  const stop = follow({
    database,
    log,
    collection: stateCollection(database).collectionName,
    look: async () => known && look(),
    what: "what is public",
  });
  return {
    read: async () => (await now()).snapshot,
    async site(language) {
      const [worked, social] = [await now(), await links()];
      const shown = shownNow(worked, social);
      const kept = worked.sites.get(language);
      if (kept?.shown === shown) return kept.site;
      const site = { ...showSite(worked.snapshot, language, clock.now()), socialLinks: social };
      worked.sites.set(language, { shown, site });
      return site;
    },
    async page(key, language) {
      const { snapshot, pages } = await now();
      const item = snapshot.items.get(itemName("page", key));
      if (!item) return null;
      const name = `${key} ${language}`;
      const page = pages.get(name) ?? showPage(item, language);
      pages.set(name, page);
      return page;
    },
    async search(language) {
      const { snapshot, searches } = await now();
      const search = searches.get(language) ?? showSearch(snapshot, language);
      searches.set(language, search);
      return search;
    },
    async siteTag(language) {
      const [worked, social] = [await now(), await links()];
      return `${worked.snapshot.revision}-${language}-${shownNow(worked, social)}`;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    catchUp: async () => {
      await look();
    },
    stop,
  };
}

/**
 * The links of the footer as they were read last, and read anew behind that once they are some seconds old: while the database does not
 * answer, nobody waits for them.
 */
function keptLinks({ database, clock, log }: Pick<Runtime, "database" | "clock" | "log">) {
  let known: SocialLinksOutput | null = null;
  let reading: Promise<SocialLinksOutput> | null = null;
  let untilMs = 0;
  async function read(): Promise<SocialLinksOutput> {
    try {
      known = (await readInterface(database, null)).settings.socialLinks;
    } catch (error) {
      log.warn({ err: error }, "the links of the footer could not be read; they stay as they were");
    }
    untilMs = clock.now().getTime() + LINKS_MS;
    reading = null;
    return known ?? INTERFACE_DEFAULTS.socialLinks;
  }
  return async (): Promise<SocialLinksOutput> => {
    if (clock.now().getTime() >= untilMs) reading ??= read();
    return known ?? reading ?? INTERFACE_DEFAULTS.socialLinks;
  };
}
