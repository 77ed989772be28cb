import { type NotificationFacts, notificationWords, type NotificationWords } from "#schemas/notification-words.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { saidWords, sentenceWords } from "#pwa/platform/language/said-words.ts";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** What a notification says in the language that is shown, with the names that this person gave. Kept nowhere: it changes with the language. */
export function tell(facts: NotificationFacts, directory: Pick<Directory, "nameOf">): NotificationWords {
  return notificationWords(facts, {
    sentence: sentenceWords,
    said: saidWords,
    amount: ({ amount, assetCode }) => `${formatAmountText(amount)} ${assetCode}`,
    party: (address, username) =>
      inSentence(directory.nameOf(address) ?? (username === "" ? shortenAddress(address) : `@${username}`)),
  });
}
