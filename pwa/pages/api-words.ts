import { t } from "@lingui/core/macro";
import type { Entry, Group } from "./api-reference.ts";

export function audienceName(audience: Group["audience"]): string {
  switch (audience) {
    case "people":
      return t`People and programs`;
    case "operators":
      return t`Operators`;
    case "socket":
      return t`Live socket`;
  }
}

/** A word for what kind an entry is, as programs have it. */
export function entryMark({ kind, method }: Entry): string {
  const marks = { call: method, asked: "EMIT", told: "ON", row: "ROW" } as const;
  return marks[kind];
}

/** Who may call it with a session. */
export function accessWords(access: string): string {
  switch (access) {
    case "anyone":
      return t`Anybody`;
    case "user":
      return t`Whoever is signed in`;
    case "confirmed":
      return t`Whoever is signed in and has confirmed who they are within the last ten minutes`;
    case "admin":
      return t`Operators`;
    case "operator":
      return t`Operators who have confirmed who they are within the last ten minutes`;
    default:
      return access;
  }
}
