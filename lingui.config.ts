import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { CATALOGUES, PSEUDO } from "./build/catalogues.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./schemas/values/languages.ts";

const NO_SENTENCES = ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "**/*.fixture.tsx", "**/*.d.ts"];
const fromRoot = (paths: readonly string[]) => paths.map((path) => `<rootDir>/${path}`);

// oxlint-disable-next-line import/no-default-export -- Lingui reads it so.
export default defineConfig({
  sourceLocale: DEFAULT_LANGUAGE,
  locales: [...LANGUAGES, PSEUDO],
  pseudoLocale: PSEUDO,
  fallbackLocales: { default: DEFAULT_LANGUAGE },
  catalogs: Object.entries(CATALOGUES).map(([name, { include, exclude }]) => ({
    path: `<rootDir>/pwa/locales/{locale}/${name}`,
    include: fromRoot(include),
    exclude: [...NO_SENTENCES, ...fromRoot(exclude)],
  })),
  orderBy: "message",
  format: formatter({ origins: true, lineNumbers: false }),
});
