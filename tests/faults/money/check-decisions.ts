import { isDeepStrictEqual } from "node:util";
import { ERRORS } from "#schemas/errors.ts";
import { type OperatorActionKind, PERMISSION_OF_ACTION } from "#schemas/security.ts";
import { mayDo, type Role } from "#schemas/operators.ts";
import type { AuditRow } from "#server/platform/vault/audit-rows.ts";
import type { Crew } from "./crew.ts";
import type { Decision } from "./decisions.ts";
import { checkIdentities } from "./check-identities.ts";
import { checkProposals } from "./check-proposals.ts";
import type { Fields, Noted } from "./noted.ts";
import type { Desk } from "./operator-acts.ts";

/** Each decision was made once or refused in a sentence, by who might, on what was there; and each stands once in the audit chain. */
export async function checkDecisions({ database, decisions, crew }: Desk, operated: readonly AuditRow[]) {
  const stored = await database.collection("operator_actions").find({}).sort({ id: 1 }).toArray();
  const noted = stored.map((row): Noted => {
    const { before, after } = Object(JSON.parse(String(row["change"])));
    const { id, operatorId, action, userId, reason, details = "" } = Object(row);
    return { id, operatorId, action, userId, reason, details, before: before ?? {}, after: after ?? {} };
  });
  const find = (name: string) => database.collection(name).find({}).toArray();
  return [
    ...checkAnswers(decisions, noted),
    ...checkChain(stored, operated),
    ...checkRights(noted, crew),
    ...checkHistories(noted),
    ...checkProposals(await find("proposals"), noted),
    ...checkIdentities(await find("kyc_verifications"), await find("kyc_decisions"), noted),
    ...checkDecidedDeposits(await find("cash_app_deposits"), noted),
    ...checkDecidedPayments(await find("submissions"), noted),
    ...checkSet(await find("fee_config"), await find("user_security"), noted),
  ];
}

/** What was answered is what was done: once where it was, by who asked or with another one's word, and nothing where it was refused. */
function checkAnswers(decisions: readonly Decision[], noted: readonly Noted[]): string[] {
  const byReason = Map.groupBy(noted, ({ reason }) => reason);
  return decisions.flatMap(({ reason, by, what, outcome }) => {
    const rows = byReason.get(reason) ?? [];
    const proposed = rows.filter(({ action }) => action === "propose");
    const done = rows.filter(({ action }) => action !== "propose");
    const isAlone = done.every(({ operatorId, action }) => operatorId === by && action === what);
    const isAnothers = done.every(({ operatorId, action }) => operatorId !== by && action === what);
    const once = proposed.length === 0 && done.length === 1 && isAlone;
    const wanted = proposed.length === 1 && proposed[0]?.operatorId === by && done.length <= 1 && isAnothers;
    const never = rows.length === 0;
    const told = `${what} (${reason})`;
    if (outcome === "done") return once ? [] : [`${told} was answered and is noted ${rowsTold(rows)}`];
    if (outcome === "proposed") return wanted ? [] : [`${told} was proposed and is noted ${rowsTold(rows)}`];
    if (outcome === "unknown")
      return once || wanted || never ? [] : [`${told}, unanswered, is noted ${rowsTold(rows)}`];
    return [
      ...(never ? [] : [`${told} was refused (${outcome.refusal}) and is noted ${rowsTold(rows)}`]),
      ...(isSaid(outcome) ? [] : [`${told} was refused without a sentence: ${outcome.refusal}, ${outcome.message}`]),
    ];
  });
}

function rowsTold(rows: readonly Noted[]): string {
  return rows.map(({ action, operatorId }) => `as ${action} by ${operatorId}`).join(" and ") || "nowhere";
}

/** Refused by a code of ours, in words; what was asked for is never malformed here. */
function isSaid({ refusal, message }: { readonly refusal: string; readonly message: string }): boolean {
  return refusal in ERRORS && refusal !== "input-invalid" && refusal !== "server-error" && /^[A-Z].*$/.test(message);
}

/** As many rows of each act in the chain as there were acts. */
function checkChain(stored: readonly Fields[], operated: readonly AuditRow[]): string[] {
  const acts = stored.map(({ operatorId, action, userId, reason, details = "", change }) => {
    const why = [reason, details].filter((part) => part !== "").join("; ");
    return [`operator ${String(operatorId)}`, action, userId === null ? "" : `user ${String(userId)}`, why, change];
  });
  const rows = operated.map(({ requestedBy, purpose, address, reason, change }) => {
    return [requestedBy, purpose, address, reason, change];
  });
  const sorted = (all: readonly (readonly unknown[])[]) => all.map((each) => JSON.stringify(each)).toSorted();
  const [done, chained] = [sorted(acts), sorted(rows)];
  return isDeepStrictEqual(done, chained)
    ? []
    : [
        `the audit chain has ${chained.length} acts and not the ${done.length} that there were: ${differing(done, chained)}`,
      ];
}

function differing(one: readonly string[], other: readonly string[]): string {
  const [all, others] = [new Set(one), new Set(other)];
  return [...all.symmetricDifference(others)].slice(0, 3).join(", ") || "some stand there twice";
}

/** What a frozen operator may still do: say no, and look. */
const SAYS_NO: readonly OperatorActionKind[] = [
  "reject-proposal",
  "withdraw-proposal",
  "reject-deposit",
  "refuse-submission",
  "freeze",
];

/** In the order in which it was done, each act was one of somebody who might do it then; and nobody let go alone what another one froze. */
function checkRights(noted: readonly Noted[], { first }: Crew): string[] {
  const roles = new Map<number, readonly Role[]>([[first.id, ["super"]]]);
  const frozen = new Map<number, number>();
  return noted.flatMap(({ id, operatorId, action, userId, details, before, after }) => {
    const problems: string[] = [];
    const say = (problem: string) => problems.push(`act ${id}, ${action} by ${operatorId}: ${problem}`);
    const own = roles.get(operatorId) ?? [];
    if (!mayDo(own, PERMISSION_OF_ACTION[action])) say(`they were ${own.join(", ") || "no operator"}`);
    if (frozen.has(operatorId) && !SAYS_NO.includes(action)) say("they were frozen");
    if (userId === operatorId) say("it was about themself");
    if (action === "set-roles" && userId !== null) {
      if (!isDeepStrictEqual(roles.get(userId) ?? [], before["roles"]))
        say(`it was ${String(roles.get(userId))} before`);
      roles.set(userId, after["roles"] as readonly Role[]);
    }
    if (action === "freeze" && userId !== null) frozen.set(userId, frozen.get(userId) ?? operatorId);
    if (action === "let-go" && userId !== null) {
      const by = frozen.get(userId);
      if (by !== undefined && by !== operatorId && !details.includes("proposal ")) say(`${by} froze it`);
      frozen.delete(userId);
    }
    return problems;
  });
}

/** What each act says that it changed: of the same thing the next one begins with what the former made of it. */
const THINGS: Readonly<Partial<Record<OperatorActionKind, (noted: Noted) => string>>> = {
  "set-fee": ({ after }) => `fee ${String(after["id"])}`,
  "set-deposits": () => "deposit settings",
  "set-policy": () => "policy",
  freeze: ({ userId }) => `freezing of ${userId}`,
  "let-go": ({ userId }) => `freezing of ${userId}`,
};

function checkHistories(noted: readonly Noted[]): string[] {
  const last = new Map<string, Noted>();
  return noted.flatMap((each) => {
    const thing = THINGS[each.action]?.(each);
    if (thing === undefined) return [];
    const former = last.get(thing);
    last.set(thing, each);
    if (!former || isDeepStrictEqual(former.after, each.before)) return [];
    return [
      `${thing}: act ${each.id} changes ${JSON.stringify(each.before)}, which was ${JSON.stringify(former.after)}`,
    ];
  });
}

/** Of each deposit that is decided there is one act that did, and none of one that waits. */
function checkDecidedDeposits(deposits: readonly Fields[], noted: readonly Noted[]): string[] {
  const acts = noted.filter(({ action }) => action === "approve-deposit" || action === "reject-deposit");
  const byDeposit = Map.groupBy(acts, ({ after }) => after["depositId"]);
  return deposits.flatMap(({ id, status }) => {
    const rows = byDeposit.get(id) ?? [];
    const wanted = status === "pending" ? [] : [status === "rejected" ? "reject-deposit" : "approve-deposit"];
    const decided = rows.map(({ action }) => action);
    return isDeepStrictEqual(decided, wanted)
      ? []
      : [`deposit ${String(id)} is ${String(status)}, by ${decided.join()}`];
  });
}

/** Of each payment that operators decided or settled there is one act that did, and it went as they said. */
function checkDecidedPayments(submissions: readonly Fields[], noted: readonly Noted[]): string[] {
  const actsOf = (...actions: readonly OperatorActionKind[]) =>
    Map.groupBy(
      noted.filter(({ action }) => actions.includes(action)),
      ({ after }) => after["payment"],
    );
  const [held, ambiguous] = [actsOf("approve-submission", "refuse-submission"), actsOf("resolve-submission")];
  return submissions.flatMap(({ id, state, approval, evidence, attempt }) => {
    const [decided = [], settled = []] = [held.get(id), ambiguous.get(id)];
    const named = `payment ${String(id)}`;
    const isApproved = decided[0]?.action === "approve-submission";
    const approvedBy = Object(approval).by;
    return [
      ...(decided.length > 1 ? [`${named} was decided ${decided.length} times`] : []),
      ...(isApproved === Boolean(approval)
        ? []
        : [`${named} is approved by ${String(approvedBy)}, by the acts otherwise`]),
      ...(decided.length === 1 && !isApproved && (state !== "failed" || Boolean(attempt))
        ? [`${named} was refused and is ${String(state)}`]
        : []),
      ...(settled.length === (evidence ? 1 : 0) ? [] : [`${named} was settled ${settled.length} times by operators`]),
      ...settled.flatMap(({ after }) =>
        after["state"] === state ? [] : [`${named} is ${String(state)}, not as settled`],
      ),
    ];
  });
}

/** What is set is what was set last. */
function checkSet(rules: readonly Fields[], securities: readonly Fields[], noted: readonly Noted[]): string[] {
  const set = noted.filter(({ action }) => action === "set-fee");
  const last = new Map(set.map(({ after }) => [after["id"], after]));
  const fees = rules.flatMap(({ _id, seal: _seal, lastUpdated: _at, ...rule }) =>
    isDeepStrictEqual(rule, last.get(rule["id"])) ? [] : [`fee ${String(rule["id"])} is not as it was set last`],
  );
  const froze = noted.filter(({ action }) => action === "freeze" || action === "let-go");
  const isFrozen = new Map(froze.map(({ userId, action }) => [userId, action === "freeze"]));
  return [
    ...fees,
    ...(last.size === rules.length ? [] : [`there are ${rules.length} rules of fees, and ${last.size} were set`]),
    ...securities.flatMap((security) => {
      const [id, is] = [Number(security["_id"]), security["isFrozen"] === true];
      return is === (isFrozen.get(id) ?? false)
        ? []
        : [`user ${id} is ${is ? "" : "not "}frozen, by the acts otherwise`];
    }),
  ];
}
