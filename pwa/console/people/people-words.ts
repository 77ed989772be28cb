import { plural, t } from "@lingui/core/macro";
import { formatCount } from "#pwa/ui/format.ts";
import type { FoundBy, PeopleSort } from "#schemas/people.ts";
import type { PersonPart } from "./people-place.ts";

/** What of a person was searched for. */
export function foundWords(by: FoundBy): string {
  switch (by) {
    case "name":
      return t({ message: "Name", context: "how a person was found" });
    case "user-id":
      return t({ message: "User ID", context: "how a person was found" });
    case "email":
      return t({ message: "E-mail", context: "how a person was found" });
    case "number":
      return t({ message: "Number", context: "how a person was found" });
    case "address":
      return t`Own address`;
    case "contact":
      return t`Keeps this address`;
    case "sent":
      return t`Sent it`;
    case "received":
      return t`Received it`;
    case "transaction":
      return t`Had a part in it`;
  }
}

export function sortWords(sort: PeopleSort): string {
  switch (sort) {
    case "newest":
      return t`Newest first`;
    case "oldest":
      return t`Oldest first`;
    case "name":
      return t`By name`;
  }
}

export function partWords(part: PersonPart): string {
  switch (part) {
    case "profile":
      return t({ message: "Profile", context: "a part of what operators see of a person" });
    case "wallet":
      return t({ message: "Wallet", context: "a part of what operators see of a person" });
    case "movements":
      return t`Movements`;
    case "submissions":
      return t`Submissions`;
    case "deposits":
      return t`Deposits`;
    case "security":
      return t({ message: "Security", context: "a part of what operators see of a person" });
    case "operators":
      return t`Operators`;
  }
}

export function openDepositsWords(count: number): string {
  const shown = formatCount(count);
  return plural(count, { one: `${shown} open deposit`, other: `${shown} open deposits` });
}
