import { t } from "@lingui/core/macro";
import type { InvitationOutput } from "#schemas/roles.ts";

export function invitationTitle(id: number): string {
  return t`Invitation ${id}`;
}

interface StateWords {
  readonly label: string;
  readonly tone: "neutral" | "up" | "down" | "warn";
}

export function invitationState({ state, isMailed }: Pick<InvitationOutput, "state" | "isMailed">): StateWords {
  switch (state) {
    case "open":
      return isMailed
        ? { label: t({ message: "Waits to be accepted", context: "an invitation" }), tone: "warn" }
        : { label: t({ message: "Not mailed", context: "an invitation" }), tone: "down" };
    case "accepted":
      return { label: t({ message: "Accepted", context: "an invitation" }), tone: "up" };
    case "withdrawn":
      return { label: t({ message: "Taken back", context: "an invitation" }), tone: "neutral" };
    case "expired":
      return { label: t({ message: "Expired", context: "an invitation" }), tone: "neutral" };
  }
}
