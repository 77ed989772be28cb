import { createContext, useContext } from "react";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { directionOf, type Language } from "#schemas/values/languages.ts";
import { type ContentIssues, issueWithin, NO_ISSUES } from "./content-issues.ts";
import type { Pictures } from "./pictures.ts";

/** What every field of the editor needs of where it stands. */
export interface Writing {
  /** The language that is being written. */
  readonly language: Language;
  readonly issues: ContentIssues;
  readonly isReadOnly: boolean;
  readonly pictures: Pictures;
  /** Says to who does not see it what just happened. */
  readonly announce: (sentence: string) => void;
}

const WritingContext = createContext<Writing>({
  language: "en",
  issues: NO_ISSUES,
  isReadOnly: true,
  pictures: { list: async () => [], add: null, urlOf: () => "" },
  announce: () => undefined,
});

export const WritingProvider = WritingContext;

export function useWriting(): Writing {
  return useContext(WritingContext);
}

/** What is wrong at a field, whose path is as the schema has it. */
export function useIssue(path: string): string | undefined {
  return issueWithin(useWriting().issues, path);
}

/** What is wrong with a list itself, whatever is with its parts. */
export function useOwnIssue(path: string): string | undefined {
  const found = useWriting().issues.get(path);
  return found === undefined ? undefined : saidWords(found);
}

/** A text in the language that is written, whichever way the screen around it runs. */
export function textAttributes(language: Language) {
  return { lang: language, dir: directionOf(language) } as const;
}

/** Hands on what a field was changed to, with what it is of: typing into one field is one step back. */
export type Change<Value> = (value: Value, of: string | null) => void;

/** What a form of a whole page, text or menu is given. */
export interface FormProps<Content> {
  readonly content: Content;
  readonly onChange: Change<Content>;
}
