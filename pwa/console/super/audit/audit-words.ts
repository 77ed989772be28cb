import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { actWords } from "#pwa/console/desk/act-words.ts";
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
  }
}

/** What was done; of keys and secrets, the server's own word for what they are for. */
export function doneWords({ kind, act }: Pick<AuditRowOutput, "kind" | "act">): string {
  if (kind !== "operate") return act;
  return v.is(OperatorActionKind, act) ? operatorDid(act) : act;
}

/** As it is said where nobody's page is open. */
export function operatorDid(act: OperatorActionKind): string {
  if (act === "view-person") return t`Looked at a person's page`;
  if (act === "claim-suspense") return t`Gave somebody money that had no owner`;
  return actWords(act);
}

/** "operator 3" and "user 5" in the reader's language; all else as it stands. */
export function partyWords(party: string): string {
  const [, kind, id] = /^(operator|user) (\d+)$/.exec(party) ?? [];
  if (kind === undefined || id === undefined) return party;
  return kind === "operator" ? t`Operator ${id}` : t`User ${id}`;
}
