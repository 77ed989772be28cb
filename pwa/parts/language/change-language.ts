import { t } from "@lingui/core/macro";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { chooseLanguage } from "#pwa/platform/language/show-language.ts";
import type { Language } from "#schemas/values/languages.ts";

/** Shows and keeps a language that somebody chose; false, and says so, where its sentences cannot be had. */
export async function changeLanguage(language: Language): Promise<boolean> {
  try {
    await chooseLanguage(language);
    return true;
  } catch (error) {
    logProblem("A language could not be shown", error);
    showToast({
      title: t`The language could not be loaded`,
      description: t`It comes over the network the first time. Choose it again once there is a connection.`,
      tone: "destructive",
    });
    return false;
  }
}
