import type { ExtractorType } from "@lingui/conf";

/** Sentences by their ids, for sides that know no macros, and the file that has them, from the tree's root. */
export interface SentenceTable {
  readonly file: string;
  readonly sentences: Readonly<Record<string, string>>;
}

/** Reads the sentences of tables for catalogues, each with its English for who translates it. */
export function tableExtractor(tables: readonly SentenceTable[]): ExtractorType {
  const tableIn = (path: string) => tables.find(({ file }) => path.endsWith(`/${file}`));
  return {
    match: (path) => tableIn(path) !== undefined,
    extract: (path, _code, onExtracted) => {
      for (const [id, message] of Object.entries(tableIn(path)?.sentences ?? {}))
        onExtracted({ id, message, comment: message, origin: [path, 1], placeholders: {} });
    },
  };
}
