import { isDeepStrictEqual } from "node:util";
import type { OperatorActionKind } from "#schemas/security.ts";
import type { Fields, Noted } from "./noted.ts";

const DECIDING: readonly OperatorActionKind[] = ["approve-identity", "reject-identity", "ask-identity"];

/** What was decided of an identity was decided once for each state of it that anybody saw, and stands as the last of it says. */
export function checkIdentities(
  checks: readonly Fields[],
  decisions: readonly Fields[],
  noted: readonly Noted[],
): string[] {
  const acts = Map.groupBy(
    noted.filter(({ action }) => DECIDING.includes(action)),
    ({ after }) => after["identity"],
  );
  const kept = Map.groupBy(decisions, ({ verificationId }) => verificationId);
  return checks.flatMap(({ id, status, version }) => {
    const [rows, told] = [acts.get(id) ?? [], kept.get(id) ?? []];
    const wanted = status === "pending" ? [] : [status === "approved" ? "approve-identity" : "reject-identity"];
    const final = rows.map(({ action }) => action).filter((action) => action !== "ask-identity");
    const seen = rows.map(({ before }) => before["version"]);
    const sorted = (reasons: readonly unknown[]) => reasons.map(String).toSorted();
    const isKept = isDeepStrictEqual(
      sorted(rows.map(({ reason }) => reason)),
      sorted(told.map(({ privateNote }) => privateNote)),
    );
    const named = `identity ${String(id)}`;
    return [
      ...(isDeepStrictEqual(final, wanted) ? [] : [`${named} is ${String(status)}, by ${final.join() || "nobody"}`]),
      ...(new Set(seen).size === seen.length ? [] : [`${named} was decided twice as it was seen: ${seen.join()}`]),
      ...(isKept ? [] : [`${named} was decided ${rows.length} times, and ${told.length} decisions are kept`]),
      ...(wanted.length === 0 || rows.at(-1)?.after["version"] === version
        ? []
        : [`${named} is version ${String(version)}, which is not what was decided`]),
    ];
  });
}
