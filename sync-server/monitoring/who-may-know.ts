import { mayDo, type Permission, type Role } from "#schemas/operators.ts";
import type { OperatorNotice } from "#schemas/operator-notices.ts";

/** What each is about, and who may know; of all else, who may see how the service is set. Reports to support have a list of their own. */
const SEEN_BY: Readonly<Record<string, Permission>> = { reconciliation: "books.read", treasury: "treasury.read" };
const OTHERS_SEEN_BY: Permission = "service.read";
export const ELSEWHERE = "support";

/** The types of issues of which somebody of these roles may know, as a filter. */
export function typesFor(roles: readonly Role[]) {
  const own = Object.entries(SEEN_BY).map(([type, permission]) => ({ type, isSeen: mayDo(roles, permission) }));
  const seen = own.filter(({ isSeen }) => isSeen).map(({ type }) => type);
  const unseen = own.filter(({ isSeen }) => !isSeen).map(({ type }) => type);
  return mayDo(roles, OTHERS_SEEN_BY) ? { $nin: [...unseen, ELSEWHERE] } : { $in: seen };
}

/** Whether somebody of these roles may know of an issue of this type. */
export function mayKnow(roles: readonly Role[], type: string): boolean {
  return type !== ELSEWHERE && mayDo(roles, SEEN_BY[type] ?? OTHERS_SEEN_BY);
}

/** By which of an operator's choices they are told of it, issue by issue; null where it is told as something else. */
export function noticeOf(type: string): OperatorNotice | null {
  if (type === ELSEWHERE || type === "reconciliation") return null;
  return type === "treasury" ? "treasury" : "failures";
}
