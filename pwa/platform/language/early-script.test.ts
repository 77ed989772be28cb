import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { directionOf, LANGUAGES } from "#schemas/values/languages.ts";
import { languageAtStart, LANGUAGE_KEY } from "./read-language.ts";

const PAGE = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
const SCRIPT = /<script>([^]*?)<\/script>/.exec(PAGE)?.[1] ?? "";

interface Visit {
  readonly path: string;
  readonly stored: string | null;
  readonly tags: readonly string[];
}

/** What index.html does before the first paint. */
function open({ path, stored, tags }: Visit, hasStorage = true) {
  const links: Record<string, string>[] = [];
  const classes = new Set<string>();
  const root = {
    lang: "en",
    dir: "ltr",
    classList: { add: (name: string) => classes.add(name), remove: () => undefined },
  };
  runInNewContext(SCRIPT, {
    document: {
      documentElement: root,
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
    },
    localStorage: {
      getItem: (key: string) => {
        if (!hasStorage) throw new Error("Storage is closed.");
        return key === LANGUAGE_KEY ? stored : null;
      },
    },
    matchMedia: () => ({ matches: false }),
    navigator: { languages: tags },
    location: { pathname: path },
  });
  return { root, links, classes };
}

const tag = fc.oneof(fc.constantFrom(...LANGUAGES, "pt-BR", "EN_us", "de", "tlh", "", " ar "), fc.string());
const visits = fc.record({
  path: fc.constantFrom("/", "/about", "/es", "/fr/help", "/ar/", "/estate", "/en/about", "/pt-BR", "/tlh/about"),
  stored: fc.option(tag),
  tags: fc.array(tag, { maxLength: 3 }),
});

test("the page is in its language before the first paint, as the app decides it later", () => {
  fc.assert(
    fc.property(visits, (visit) => {
      const { root, classes } = open(visit);
      const language = languageAtStart(visit);
      expect([root.lang, root.dir]).toEqual([language, directionOf(language)]);
      expect(classes.has("other-language")).toBe(language !== "en");
    }),
  );
});

test("a device that lets nothing be stored is asked all the same", () => {
  const visit = { path: "/", stored: "fr", tags: ["ar-EG"] };
  expect(open(visit, false).root).toMatchObject({ lang: "ar", dir: "rtl" });
  expect(open(visit).links.map(({ rel, href }) => `${rel} ${href}`)).toEqual([
    "manifest /manifest.fr.webmanifest",
    "preload /assets/start.fr-__SENTENCES__.json",
  ]);
});
