import MiniSearch from "minisearch";
import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { foldText } from "#pwa/parts/search/fold-text.ts";
import { SearchOutput, type SearchPart } from "#schemas/content/read.ts";
import { CONTENT_ENDPOINTS } from "#schemas/endpoints/content.ts";
import type { Language } from "#schemas/values/languages.ts";

/** A place on a page where something was found. */
export interface FoundPart {
  /** As a link leads there, `/faq#memo`. */
  readonly href: string;
  readonly title: string;
  /** The page that it stands on. */
  readonly page: string;
  /** How it begins. */
  readonly excerpt: string;
}

export type Find = (text: string) => readonly FoundPart[];

const MOST = 8;
const EXCERPT = 140;
/** A letter may be wrong in a word of four, two in one of eight. */
const FUZZY = 0.25;
const FUZZY_FROM = 4;

/** Looks through these parts: words as they begin, with some letters wrong, what is in a title first. */
export function indexOf(parts: readonly SearchPart[]): Find {
  const index = new MiniSearch<SearchPart & { readonly id: number }>({
    fields: ["title", "page", "text"],
    storeFields: [],
    processTerm: (term) => foldText(term) || null,
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_FROM ? FUZZY : false),
    },
  });
  index.addAll(parts.map((part, id) => ({ ...part, id })));
  return (text) => {
    const some = index.search(text);
    const words = new Set(some.flatMap(({ queryTerms }) => queryTerms));
    const all = some.filter(({ queryTerms }) => queryTerms.length === words.size);
    // Where nothing has all the words, what has some of them is better than nothing.
    const found = all.length > 0 ? all : some;
    return found.slice(0, MOST).flatMap(({ id }) => {
      const part = parts[Number(id)];
      return part === undefined ? [] : [shown(part)];
    });
  };
}

function shown({ pageKey, anchor, page, title, text }: SearchPart): FoundPart {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return {
    href: `/${pageKey}${anchor === "" ? "" : `#${anchor}`}`,
    title,
    page,
    excerpt: plain.length > EXCERPT ? `${plain.slice(0, EXCERPT).trimEnd()}…` : plain,
  };
}

/** The last that was made, which is the one that is asked for again. */
let made: { readonly of: string; readonly find: Find } | null = null;

function madeOf(language: Language, { revision, parts }: SearchOutput): Find {
  const of = `${language} ${revision}`;
  if (made?.of !== of) made = { of, find: indexOf(parts) };
  return made.find;
}

/** Looks through all that is published in a language; without a connection through what this device keeps of it. Rejects where it has nothing. */
export async function openSearch(language: Language, revision: number | null): Promise<Find> {
  const stored = keptText(`astrolabe.content.search.${language}`, SearchOutput, null);
  const kept = stored.read();
  if (kept !== null && kept.revision === revision) return madeOf(language, kept);
  try {
    const asked = await call(CONTENT_ENDPOINTS.contentSearch, { query: { language } });
    stored.keep(asked);
    return madeOf(language, asked);
  } catch (error) {
    if (kept === null || error instanceof v.ValiError) throw error;
    return madeOf(language, kept);
  }
}
