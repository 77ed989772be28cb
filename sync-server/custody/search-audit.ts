import type { Filter } from "mongodb";
import { readExact } from "#schemas/all-submissions.ts";
import { AUDIT_KINDS, type AuditFilters } from "#schemas/audit.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf, isNetworkAddress } from "#server/platform/network/addresses.ts";
import type { AuditRow } from "#server/platform/vault/audit-rows.ts";
import { type PeopleMeant, peopleMeant } from "#server/users/index.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** "user 5" and "operator 5", as rows name who did something and whom it concerns. */
const PARTY = /^(?:user|operator) (\d{1,15})$/;

/** Which rows of the audit log are meant, and by which ways they are come to. */
export interface AuditSearch {
  readonly ways: readonly Filter<AuditRow>[];
  /** Of rows that were come to, those that are meant; null where each of them is. */
  readonly meant: ((rows: readonly AuditRow[]) => Promise<readonly AuditRow[]>) | null;
}

/**
 * A number is that of a row, of whom it concerns or of who did it; an address or a hash is that of what was signed. All else is a name's
 * beginning, or words of what operators wrote: signatures, of which there are far more, have none and are not looked through for them.
 */
export async function searchAudit(runtime: Runtime, { find, ...filters }: AuditFilters): Promise<AuditSearch> {
  const text = find.trim().replace(/^#/, "");
  const within = conditionOf(filters);
  if (text === "") return { ways: [within], meant: null };
  const exact = readExact(text);
  if (exact?.by === "hash") return { ways: [only(within, { action: "sign", payloadHash: exact.hash })], meant: null };
  const people = await peopleMeant(runtime, text);
  const named = people.few !== null && people.few.size <= FEW ? waysTo(within, [...people.few]) : null;
  if (exact?.by === "id") return { ways: [only(within, { _id: exact.id }), ...(named ?? [])], meant: null };
  if (exact?.by === "address") {
    const address = isNetworkAddress(exact.address) ? accountOf(exact.address) : exact.address;
    return { ways: [only(within, { address, ...ANY_KIND }), ...(named ?? [])], meant: null };
  }
  const isAnyKind = named === null || filters.kind !== undefined;
  const written = isAnyKind ? within : only(within, { action: { $in: UNSIGNED } });
  return { ways: [...(named ?? []), written], meant: (rows) => having(rows, text, people) };
}

/** More people are not asked for by their numbers: rows are looked at, and whom they concern. */
const FEW = 20;
const UNSIGNED = AUDIT_KINDS.filter((kind) => kind !== "sign");
/** What is read by whom it concerns or who did it is in its order by kind. */
const ANY_KIND = { action: { $in: [...AUDIT_KINDS] } };

/** Of what the filters leave, what this says as well. */
function only(within: Filter<AuditRow>, also: Filter<AuditRow>): Filter<AuditRow> {
  return { $and: [within, also] };
}

/** What concerns these people, and what they did. */
function waysTo(within: Filter<AuditRow>, ids: readonly number[]): Filter<AuditRow>[] {
  if (ids.length === 0) return [];
  const users = { $in: ids.map((id) => `user ${id}`) };
  const operators = { $in: ids.map((id) => `operator ${id}`) };
  return [
    only(within, { address: users, ...ANY_KIND }),
    only(within, { requestedBy: users, action: { $in: AUDIT_KINDS.filter((kind) => kind !== "operate") } }),
    only(within, { requestedBy: operators, action: "operate" }),
  ];
}

async function having(rows: readonly AuditRow[], text: string, people: PeopleMeant): Promise<readonly AuditRow[]> {
  const partiesOf = ({ address, requestedBy }: AuditRow) =>
    [address, requestedBy].flatMap((party) => (PARTY.exec(party)?.[1] ?? "").match(/\d+/g) ?? []).map(Number);
  const meant = await people.among(rows.flatMap(partiesOf));
  return rows.filter((row) => {
    const { purpose, address, requestedBy, reason } = row;
    return partiesOf(row).some((id) => meant.has(id)) || hasWords([purpose, address, requestedBy, reason], text);
  });
}

function conditionOf({ kind, act, operator, whom, from, to }: Omit<AuditFilters, "find">): Filter<AuditRow> {
  const at = {
    ...(from !== undefined && { $gte: new Date(`${from}T00:00:00Z`) }),
    ...(to !== undefined && { $lt: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS) }),
  };
  // Acts are operators' alone. Read by whom it concerns or who did it, each kind is in its order, and they are merged.
  const isMerged = whom !== undefined || operator !== undefined;
  const kinds = AUDIT_KINDS.filter((each) => (kind ?? each) === each && (act === undefined || each === "operate"));
  const isNarrowed = isMerged || kinds.length < AUDIT_KINDS.length;
  return {
    ...(isNarrowed && { action: kinds.length === 1 ? kinds[0] : { $in: kinds } }),
    ...(whom !== undefined && { address: typeof whom === "number" ? `user ${whom}` : whom }),
    ...(operator !== undefined && { requestedBy: `operator ${operator}` }),
    ...(act !== undefined && { purpose: act }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}
