import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { LANGUAGE_SENT_KEY } from "#pwa/platform/language/read-language.ts";
import { chosenLanguage, followLanguage, isChosenNow } from "#pwa/platform/language/show-language.ts";
import { languageNamed } from "#schemas/values/languages.ts";
import { type LanguageFacts, settleLanguage } from "./settle-language.ts";

/**
 * Brings this device's language and the account's together, once the account's is known, and answers with what its settings are to
 * say from now on, or null where they say it. A failure is only logged: the next change, or the next page, tries again.
 */
export async function meetAccount(account: LanguageFacts["account"]): Promise<LanguageFacts["choice"]> {
  const choice = chosenLanguage();
  const agreed = languageNamed(readStored(LANGUAGE_SENT_KEY));
  const { take, tell } = settleLanguage({ choice, agreed, isChosenNow: isChosenNow(), account });
  try {
    if (take !== null) await followLanguage(take);
    const both = take ?? choice;
    // What is told is agreed once the settings say it.
    if (tell === null && both !== null) writeStored(LANGUAGE_SENT_KEY, both);
  } catch (error) {
    logProblem("The account's language could not be shown", error);
  }
  return tell;
}
