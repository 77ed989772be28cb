import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import * as v from "valibot";
import { Content, type PageContent, PageGroup, type PageWords } from "#schemas/content/items.ts";
import type { PageSection } from "#schemas/content/sections.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { DEFAULT_BLOCKS } from "./blocks.ts";
import { DEFAULT_MENUS } from "./menus.ts";
import { nameAs } from "./name-parts.ts";
import { type PageSource, readMarkdown } from "./read-markdown.ts";
import { type MediaIdOf, readSections } from "./read-sections.ts";

const PAGES = join(import.meta.dirname, "pages");
const PICTURES = join(import.meta.dirname, "pictures");

/** What Astrolabe comes with under one key. */
export interface DefaultItem {
  readonly key: string;
  readonly content: Content;
}

export interface DefaultPicture {
  /** The name of its file, by which pages name it. */
  readonly name: string;
  /** What it shows, in English. */
  readonly alt: string;
  readonly file: Buffer;
}

/** The pages, blocks and menus that an empty database is given; pictures get their ids when they are drawn anew, so they are asked for. */
export async function readDefaultContent(mediaIdOf: MediaIdOf): Promise<readonly DefaultItem[]> {
  const pages = await readPages(mediaIdOf);
  return [...pages, ...DEFAULT_BLOCKS, ...DEFAULT_MENUS].map(({ key, content }) => ({
    key,
    content: asContent(key, content),
  }));
}

/** Held to what operators' own pages are held to. */
function asContent(key: string, content: Content): Content {
  const { success, issues, output } = v.safeParse(Content, content);
  if (success) return output;
  const [{ message }] = issues;
  throw new Error(`${key}, ${v.getDotPath(issues[0]) ?? "as a whole"}: ${message}`);
}

/** The pictures that the pages show. */
export async function readDefaultPictures(): Promise<readonly DefaultPicture[]> {
  const alts = new Map<string, string>();
  // What each language shows, English shows: the others are read once, with their pages.
  for (const file of await pageFiles())
    for (const section of (await readOne("en", file, (name) => name))?.words.sections ?? [])
      if (section.type === "picture") alts.set(section.mediaId, section.alt);
  return Promise.all([...alts].map(async ([name, alt]) => ({ name, alt, file: await readFile(join(PICTURES, name)) })));
}

async function readPages(mediaIdOf: MediaIdOf): Promise<readonly DefaultItem[]> {
  const files = await pageFiles();
  return Promise.all(
    files.map(async (file) => ({
      // A page of two parts is one file: `documentation---fees.md` is /documentation/fees.
      key: parse(file).name.replace("---", "/"),
      content: await readPage(file, mediaIdOf),
    })),
  );
}

/** The files of all pages, which are those of the English ones: what a language lacks is shown in English. */
async function pageFiles(): Promise<readonly string[]> {
  return (await readdir(join(PAGES, "en"))).filter((name) => name.endsWith(".md")).sort();
}

async function readPage(file: string, mediaIdOf: MediaIdOf): Promise<PageContent> {
  const english = await readOne("en", file, mediaIdOf);
  if (english === null) throw new Error(`${file} is not there in English`);
  const words: Partial<Record<string, PageWords>> = {};
  for (const language of LANGUAGES) {
    const read = language === "en" ? english : await readOne(language, file, mediaIdOf, english.words.sections);
    if (read !== null) words[language] = read.words;
  }
  const { fields } = english;
  const postedAt = fields.get("postedAt") ?? null;
  return {
    kind: "page",
    group: v.parse(PageGroup, fields.get("group")),
    order: Number(fields.get("order") ?? "0"),
    postedAt: postedAt === null ? null : `${postedAt}T00:00:00.000Z`,
    words: { ...words, en: english.words },
  };
}

interface ReadPage {
  readonly fields: PageSource["fields"];
  readonly words: PageWords;
}

/** A page in one language, or null where nobody wrote it in it. */
async function readOne(
  language: string,
  file: string,
  mediaIdOf: MediaIdOf,
  english?: readonly PageSection[],
): Promise<ReadPage | null> {
  const source = await readFile(join(PAGES, language, file), "utf8").catch(nullWhereMissing);
  if (source === null) return null;
  try {
    const { fields, nodes } = readMarkdown(source);
    const own = readSections(nodes, mediaIdOf);
    const sections = [...(english === undefined ? own : nameAs(english, own))];
    return {
      fields,
      words: { title: fields.get("title") ?? "", description: fields.get("description") ?? "", sections },
    };
  } catch (error) {
    throw new Error(`pages/${language}/${file} cannot be read`, { cause: error });
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
