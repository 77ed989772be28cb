import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { actWords } from "#pwa/console/desk/act-words.ts";
import { kindWords as paidFor } from "#pwa/console/desk/money-words.ts";
import type { AuditKind, AuditRowOutput } from "#schemas/audit.ts";
import { OperatorActionKind } from "#schemas/security.ts";

export function rowTitle(number: number): string {
  return t`Row ${number}`;
}

export function kindWords(kind: AuditKind): string {
  switch (kind) {
    case "operate":
      return t({ message: "Act of an operator", context: "kind of a row in the audit log" });
    case "sign":
      return t({ message: "Signature", context: "kind of a row in the audit log" });
    case "create":
      return t({ message: "Key made", context: "kind of a row in the audit log" });
    case "rotate":
      return t({ message: "Key changed", context: "kind of a row in the audit log" });
    case "rewrap":
      return t({ message: "Locks renewed", context: "kind of a row in the audit log" });
    case "keep":
      return t({ message: "Secret kept", context: "kind of a row in the audit log" });
    case "reveal":
      return t({ message: "Secret read", context: "kind of a row in the audit log" });
    case "drop":
      return t({ message: "Secret dropped", context: "kind of a row in the audit log" });
    case "seal":
      return t({ message: "Rows sealed", context: "kind of a row in the audit log" });
    case "restore":
      return t({ message: "Set back to a backup", context: "kind of a row in the audit log" });
  }
}

/** What was done; of keys and secrets, what they are for. */
export function doneWords({ kind, act }: Pick<AuditRowOutput, "kind" | "act">): string {
  if (kind !== "operate") return purposeWords(act);
  return v.is(OperatorActionKind, act) ? operatorDid(act) : act;
}

/** What a key or a secret is for; of what this app does not know, the server's own word. */
function purposeWords(purpose: string): string {
  switch (purpose) {
    case "wallet":
      return t({ message: "Key of a person’s wallet", context: "row in the audit log" });
    case "house":
      return t({ message: "Key of an account of the house", context: "row in the audit log" });
    case "secret":
      return t({ message: "Secret that the server keeps", context: "row in the audit log" });
    case "vault":
      return t({ message: "All keys and secrets", context: "row in the audit log" });
    case "operators":
      return t({ message: "Roles of operators", context: "row in the audit log" });
    default:
      return purpose;
  }
}

/** As it is said where nobody's page is open. */
export function operatorDid(act: OperatorActionKind): string {
  if (act === "view-person") return t`Looked at a person's page`;
  if (act === "claim-suspense") return t`Gave somebody money that had no owner`;
  return actWords(act);
}

/** People, operators and the house with what it paid for, in the reader's language; all else as it stands. */
export function partyWords(party: string): string {
  if (party === "house") return t`The house`;
  if (party === "operator") return t({ message: "Operator at the server itself", context: "who did something" });
  const [, name, of = ""] = /^(operator|user|house) (.+)$/.exec(party) ?? [];
  if (name === "house") {
    const kind = paidFor(of);
    return t({ message: `The house: ${kind}`, context: "who had something signed, and for what kind of payment" });
  }
  if (!/^\d+$/.test(of)) return party;
  return name === "operator" ? t`Operator ${of}` : t`User ${of}`;
}

/** Why it was done: what an operator wrote, as it is, or which payment it was for. */
export function reasonWords({ kind, reason }: Pick<AuditRowOutput, "kind" | "reason">): string {
  const [, id] = /^submission (\d+)$/.exec(reason) ?? [];
  return kind === "operate" || id === undefined ? reason : t`Payment ${id}`;
}
