import { defineConfig } from "@lingui/cli";
import babelExtractor from "@lingui/cli/api/extractors/babel";
import { formatter } from "@lingui/format-po";
import { CATALOGUES, PSEUDO } from "./build/catalogues.ts";
import { type SentenceTable, tableExtractor } from "./build/table-extractor.ts";
import { SENTENCES } from "./schemas/sentences.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./schemas/values/languages.ts";
import { MAIL_SENTENCES } from "./sync-server/platform/words/mail-sentences.ts";

const NO_SENTENCES = ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "**/*.fixture.tsx", "**/*.d.ts"];
/** What the server stores or sends by code and facts, and what it alone says. */
const TABLES: Readonly<Record<string, SentenceTable>> = {
  "schemas/locales/{locale}/said": { file: "schemas/sentences.ts", sentences: SENTENCES },
  "sync-server/locales/{locale}/mails": {
    file: "sync-server/platform/words/mail-sentences.ts",
    sentences: MAIL_SENTENCES,
  },
};
const fromRoot = (paths: readonly string[]) => paths.map((path) => `<rootDir>/${path}`);

// oxlint-disable-next-line import/no-default-export -- Lingui reads it so.
export default defineConfig({
  sourceLocale: DEFAULT_LANGUAGE,
  locales: [...LANGUAGES, PSEUDO],
  pseudoLocale: PSEUDO,
  fallbackLocales: { default: DEFAULT_LANGUAGE },
  catalogs: [
    ...Object.entries(CATALOGUES).map(([name, { include, exclude }]) => ({
      path: `<rootDir>/pwa/locales/{locale}/${name}`,
      include: fromRoot(include),
      exclude: [...NO_SENTENCES, ...fromRoot(exclude)],
    })),
    ...Object.entries(TABLES).map(([path, { file }]) => ({ path: `<rootDir>/${path}`, include: fromRoot([file]) })),
  ],
  extractors: [tableExtractor(Object.values(TABLES)), babelExtractor],
  // What people call themselves is no element of a sentence.
  runtimeConfigModule: { Trans: ["#pwa/platform/language/trans.tsx", "Trans"] },
  orderBy: "message",
  format: formatter({ origins: true, lineNumbers: false }),
});
