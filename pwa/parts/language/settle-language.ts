import type { Language } from "#schemas/values/languages.ts";

/** What is known when a device asks how its language and the account's come together. */
export interface LanguageFacts {
  /** What was chosen on this device; null where nobody ever did. */
  readonly choice: Language | null;
  /** What both last agreed on; null on a device where this person has just signed in. */
  readonly agreed: Language | null;
  /** Whether somebody chose on this device since the page began. */
  readonly isChosenNow: boolean;
  /** The account's, and whether its owner ever chose it. */
  readonly account: { readonly language: Language; readonly isChosen: boolean };
}

/**
 * What becomes of two languages: a new sign-in takes the account's if its owner ever chose one, and so does a device on which
 * nothing was chosen since both agreed; else what was chosen here is written into the account's settings.
 */
export function settleLanguage({ choice, agreed, isChosenNow, account }: LanguageFacts): {
  readonly take: Language | null;
  readonly tell: Language | null;
} {
  const { language, isChosen } = account;
  const isOlder = choice === null || (!isChosenNow && agreed === null) || choice === agreed;
  if (isOlder && isChosen) return { take: language === choice ? null : language, tell: null };
  return { take: null, tell: choice === language ? null : choice };
}
