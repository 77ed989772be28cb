import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import type { Crew, Operator } from "./crew.ts";
import { type Decision, decide, type Wish } from "./decisions.ts";
import { type Evidence, findEvidence } from "./evidence.ts";
import { pause } from "./link-proxy.ts";
import { answerAsked, ASKED_AGAIN } from "./identities.ts";
import { ask, type Person } from "./people.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";

/** Where operators decide, and what they decided. */
export interface Desk {
  readonly stack: Stack;
  readonly database: Database;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly crew: Crew;
  readonly decisions: Decision[];
  /** Whether payments of which nobody knows may take as long as their envelopes are good for. */
  readonly isPatient: boolean;
}

type Row = Record<string, unknown> & { readonly id: number };

/** How many of the same kind are looked at together, when all is to be decided. */
const AT_ONCE = 4;
/** How many of the people are ever frozen: the others go on. */
const FROZEN = 3;
/** What nobody here does, so that no payment costs more by it. */
const FEE = { operationType: "stake", feeType: "flat", minFee: null, maxFee: null, assetCode: "XLM" };
const FEES = ["0.1", "0.2", "0.3"] as const;
/** USD; the rest of the settings stays as it is. */
const SECOND_ABOVE = ["0.2", "0.3", "0.4"] as const;
const FICKLE_ROLES = [["editor"], ["support"], ["finance"], ["reviewer", "support"], ["auditor"]] as const;

/** Has so many of them decide at once, mostly one. */
async function byOneOrTwo({ random, crew: { all } }: Desk, act: (by: Operator) => Promise<unknown>): Promise<void> {
  const first = oneOf(random, all);
  // Another one, or the same one twice.
  const both = random() < 0.4 ? [first, oneOf(random, all)] : [first];
  await Promise.all(both.map(act));
}

/** What a list has, as the first super sees it; nothing where nobody answers. */
async function rowsOf({ stack, random, crew }: Desk, path: string, name: string): Promise<Row[]> {
  const answer = await ask(stack, random, path, crew.first.cookie);
  const rows = answer?.body[name];
  return Array.isArray(rows) ? rows : [];
}

async function decideDeposits(desk: Desk, mayReject = true): Promise<void> {
  const rows = (await rowsOf(desk, "/api/admin/deposits", "deposits")).filter(({ status }) =>
    ["pending", "failed"].includes(String(status)),
  );
  if (rows.length === 0) return;
  const { id, status } = oneOf(desk.random, rows);
  await byOneOrTwo(desk, (by) => {
    const path = `/api/admin/deposits/${id}`;
    if (status === "failed") return tell(desk, by, "retry-deposit", `${path}/retry`);
    if (mayReject && desk.random() < 0.2) return tell(desk, by, "reject-deposit", `${path}/reject`);
    return tell(desk, by, "approve-deposit", `${path}/approve`, { rate: "current" });
  });
}

/** What does nothing but say why, or something beside. */
function tell(desk: Desk, by: Operator, what: string, path: string, besides: object = {}): Promise<Decision> {
  return decide(desk, by, { what, method: "POST", path, body: (reason) => ({ ...besides, reason }) });
}

async function decideProposals(desk: Desk, mayRefuse = true): Promise<void> {
  const rows = await rowsOf(desk, "/api/admin/proposals", "proposals");
  if (rows.length === 0) return;
  const { id, digest } = oneOf(desk.random, rows);
  await byOneOrTwo(desk, (by) => {
    const path = `/api/admin/proposals/${id}`;
    const wish = mayRefuse ? desk.random() : 1;
    if (wish < 0.1) return tell(desk, by, "reject-proposal", `${path}/reject`);
    if (wish < 0.2) return tell(desk, by, "withdraw-proposal", `${path}/withdraw`);
    return tell(desk, by, "approve-proposal", `${path}/approve`, { digest });
  });
}

async function freezeSomebody(desk: Desk): Promise<void> {
  const { random, people, crew } = desk;
  // Now and then an operator, of whom no word counts then.
  const { id } = oneOf(random, [...people.slice(0, FROZEN), crew.fickle]);
  await byOneOrTwo(desk, (by) => setFrozen(desk, by, id, random() < 0.5));
}

function setFrozen(desk: Desk, by: Operator, id: number, isFrozen: boolean): Promise<Decision> {
  const wish: Omit<Wish, "body"> = {
    what: isFrozen ? "freeze" : "let-go",
    method: "PUT",
    path: `/api/admin/users/${id}/frozen`,
  };
  return decide(desk, by, { ...wish, body: (reason) => ({ isFrozen, reason }) });
}

async function changeFees(desk: Desk): Promise<void> {
  const { random } = desk;
  const rules = await rowsOf(desk, "/api/admin/fees", "rules");
  const isNew = rules.length < 3 && random() < 0.5;
  if (!isNew && rules.length === 0) return;
  const id = isNew ? null : oneOf(random, rules).id;
  await byOneOrTwo(desk, (by) => {
    const rule = { ...FEE, feeValue: oneOf(random, FEES), active: random() < 0.6 };
    const body = (reason: string) => ({ ...rule, reason });
    if (id === null) return decide(desk, by, { what: "set-fee", method: "POST", path: "/api/admin/fees", body });
    return decide(desk, by, { what: "set-fee", method: "PUT", path: `/api/admin/fees/${id}`, body });
  });
}

async function changeDeposits(desk: Desk): Promise<void> {
  const answer = await ask(desk.stack, desk.random, "/api/admin/deposit-settings", desk.crew.first.cookie);
  const settings = answer?.body["settings"];
  if (typeof settings !== "object" || settings === null) return;
  await byOneOrTwo(desk, (by) => {
    const next = { ...settings, secondAbove: oneOf(desk.random, SECOND_ABOVE) };
    const body = (reason: string) => ({ settings: next, reason });
    return decide(desk, by, { what: "set-deposits", method: "PUT", path: "/api/admin/deposit-settings", body });
  });
}

async function changeRoles(desk: Desk): Promise<void> {
  const { random, crew } = desk;
  const path = `/api/admin/operators/${crew.fickle.id}`;
  await byOneOrTwo(desk, (by) => {
    if (random() < 0.2) return tell(desk, by, "set-roles", `${path}/remove`);
    const roles = oneOf(random, FICKLE_ROLES);
    const body = (reason: string) => ({ roles, reason });
    return decide(desk, by, { what: "set-roles", method: "PUT", path: `${path}/roles`, body });
  });
}

async function decideHeld(desk: Desk, mayRefuse = true): Promise<void> {
  const waiting = await rowsOf(desk, "/api/admin/submissions", "submissions");
  const held = waiting.filter(({ state }) => state === "held");
  if (held.length === 0) return;
  const { id } = oneOf(desk.random, held);
  await byOneOrTwo(desk, (by) =>
    mayRefuse && desk.random() < 0.3
      ? tell(desk, by, "refuse-submission", `/api/admin/submissions/${id}/refuse`)
      : tell(desk, by, "approve-submission", `/api/admin/submissions/${id}/approve`),
  );
}

/** A payment of which nothing is known any more, although a ledger may have it: operators say what they see there. */
async function loseTrack({ database, random, stack, isPatient }: Desk): Promise<void> {
  const submitted = await submissionCollection(database).find({ state: "submitted", kind: "send" }).toArray();
  if (submitted.length === 0) return;
  const { id, attempt } = oneOf(random, submitted);
  const found = attempt && (await findEvidence(stack, attempt.hash, attempt.maxTime));
  if (!isPatient && found?.outcome !== "confirmed") return;
  await submissionCollection(database).updateOne({ id, state: "submitted" }, { $set: { state: "ambiguous" } });
}

async function resolveAmbiguous(desk: Desk): Promise<void> {
  const waiting = await rowsOf(desk, "/api/admin/submissions", "submissions");
  for (const { id, hash } of waiting.filter(({ state }) => state === "ambiguous").slice(0, 2)) {
    const stored = await submissionCollection(desk.database).findOne({ id });
    if (!stored?.attempt) continue;
    const found = await findEvidence(desk.stack, String(hash), stored.attempt.maxTime);
    if (found) await byOneOrTwo(desk, (by) => resolve(desk, by, id, found));
  }
}

function resolve(desk: Desk, by: Operator, id: number, found: Evidence): Promise<Decision> {
  const path = `/api/admin/submissions/${id}/resolve`;
  return decide(desk, by, {
    what: "resolve-submission",
    method: "POST",
    path,
    body: (evidence) => ({ ...found, evidence }),
  });
}

async function decideSuspense(desk: Desk): Promise<void> {
  const items = await rowsOf(desk, "/api/admin/suspense", "items");
  const open = items.filter(({ state, payment }) => state === "open" || Object(payment).state === "failed");
  if (open.length === 0) return;
  const { id } = oneOf(desk.random, open);
  await byOneOrTwo(desk, (by) => {
    const path = `/api/admin/suspense/${id}`;
    if (desk.random() < 0.5) return tell(desk, by, "return-suspense", `${path}/return`);
    return tell(desk, by, "claim-suspense", `${path}/claim`, { userId: oneOf(desk.random, desk.people).id });
  });
}

/** What people showed of who they are; of two who decide what they both saw, one does. */
async function decideIdentities(desk: Desk, mayAskAgain = true): Promise<void> {
  const { stack, random, people, crew } = desk;
  const rows = await rowsOf(desk, "/api/admin/kyc", "identities");
  if (rows.length === 0) return answerAsked(stack, random, people);
  const path = `/api/admin/kyc/${oneOf(random, rows).id}`;
  const seen = await ask(stack, random, path, crew.first.cookie);
  const version = seen?.body["version"];
  if (typeof version !== "number") return;
  await byOneOrTwo(desk, (by) => {
    // Mostly again, so that there is something to decide for as long as there is trouble.
    if (mayAskAgain && random() < 0.85)
      return tell(desk, by, "ask-identity", `${path}/ask`, { version, asked: ASKED_AGAIN });
    if (random() < 0.3)
      return tell(desk, by, "reject-identity", `${path}/reject`, { version, cause: "altered", note: "" });
    return tell(desk, by, "approve-identity", `${path}/approve`, { version });
  });
}

/** What operators do, and how often of so many times. */
const ACTS: readonly (readonly [times: number, act: (desk: Desk) => Promise<void>])[] = [
  [6, decideDeposits],
  [6, decideProposals],
  [2, freezeSomebody],
  [3, changeFees],
  [1, changeDeposits],
  [2, changeRoles],
  [4, decideHeld],
  [1, loseTrack],
  [2, resolveAmbiguous],
  [3, decideSuspense],
  [4, decideIdentities],
];
const ALL = ACTS.flatMap(([times, act]) => Array.from({ length: times }, () => act));

/** Has operators decide, so many things at the same time, until `isOver`. */
export async function decideAlong(desk: Desk, hands: number, isOver: () => boolean): Promise<void> {
  const hand = async (): Promise<void> => {
    while (!isOver()) {
      await oneOf(desk.random, ALL)(desk);
      await pause(integer(desk.random, 0, 300));
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

/** Has them decide what still waits, each thing by whoever may, until nothing does; the accounts that are frozen are let go. */
export async function decideTheRest(desk: Desk): Promise<void> {
  const { people, crew, database } = desk;
  const some = (act: () => Promise<void>) => Array.from({ length: AT_ONCE }, act);
  await Promise.all([...some(() => decideDeposits(desk, false)), ...some(() => decideHeld(desk, false))]);
  await Promise.all([...some(() => decideSuspense(desk)), ...some(() => decideProposals(desk, false))]);
  await Promise.all([resolveAmbiguous(desk), decideIdentities(desk, false)]);
  const whose = [...people.slice(0, FROZEN), crew.fickle].map(({ id }) => id);
  const frozen = await database
    .collection<{ readonly _id: number }>("user_security")
    .find({ _id: { $in: whose }, isFrozen: true })
    .toArray();
  for (const { _id } of frozen) await setFrozen(desk, oneOf(desk.random, [crew.first, crew.second]), _id, false);
}
