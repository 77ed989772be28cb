import { type NotificationFacts, notificationWords, type NotificationWords } from "#schemas/notification-words.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** What a notification says, with the names that this person gave. */
export function tell(facts: NotificationFacts, directory: Pick<Directory, "nameOf">): NotificationWords {
  return notificationWords(facts, {
    amount: ({ amount, assetCode }) => `${formatAmountText(amount)} ${assetCode}`,
    party: (address, username) =>
      inSentence(directory.nameOf(address) ?? (username === "" ? shortenAddress(address) : `@${username}`)),
  });
}
