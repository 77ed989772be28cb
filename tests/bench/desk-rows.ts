import { Binary } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { digestOf, type Proposal, PROPOSAL_KIND } from "#server/approvals/store.ts";
import { DEVICE_FACTS } from "#server/support/facts.fixture.ts";

/** So much of everything waits for somebody, more than any first page has; all else was decided once. */
const WAITING = 500;
/** As many as are kept. */
const REPORTS = 1000;
const PICTURE_BYTES = 50_000;
const FIRST = 10_000_000;
const BEGUN = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;
const ADDRESS = `G${"A".repeat(55)}`;

/** For whom operators decide, by which of all they are. */
export interface Somebody {
  readonly index: number;
  readonly userId: number;
}

/**
 * What operators decided about so many people: a deposit, three payments, money without an owner, a proposal and two acts each. The first
 * of each wait still.
 */
export async function writeDecided(
  database: Database,
  sealing: Database,
  operatorId: number,
  people: readonly Somebody[],
): Promise<void> {
  const write = (name: string, rows: readonly object[]) =>
    rows.length === 0 ? undefined : database.collection(name).insertMany([...rows]);
  await write("cash_app_deposits", people.map(depositOf));
  await write("submissions", people.flatMap(paymentsOf));
  await write("suspense_items", people.map(itemOf));
  await write(
    "proposals",
    people.map((about) => proposalOf(sealing, operatorId, about)),
  );
  await write(
    "operator_actions",
    people.flatMap((about) => actsOf(operatorId, about)),
  );
  await write("support_reports", people.filter(({ index }) => index < REPORTS).map(reportOf));
}

function at(index: number): Date {
  return new Date(BEGUN + index * MINUTE_MS);
}

function depositOf({ index, userId }: Somebody) {
  const status = index < WAITING ? "pending" : "credited";
  const paid = { amount: "10.0000000", cashAppUsername: "$bench", cashAppTransactionId: `BENCH${index}` };
  const decided = { xlmRate: "8", xlmCredited: "80.0000000", notes: null, transactionId: null, recipientNumber: "$us" };
  const rest = { approvals: [], isAccepted: status === "credited", attempts: 1, submissionId: null, version: 1 };
  return { id: FIRST + index, userId, status, ...paid, ...decided, ...rest, createdAt: at(index) };
}

function paymentsOf({ index, userId }: Somebody) {
  return Array.from({ length: 3 }, (_, each) => {
    const number = index * 3 + each;
    const state = number < WAITING ? (each === 0 ? "ambiguous" : "held") : "confirmed";
    const money = { assetCode: "XLM", issuer: "" };
    const step = { type: "payment", source: ADDRESS, to: ADDRESS, ...money, amount: "10000000" };
    const terms = { kind: "send", account: ADDRESS, steps: [step], memo: "", holds: [], fee: "100", feePayer: null };
    const stands = { state, reason: "", isReserving: false, attempt: null, formerHashes: [], rebuilds: 0, sends: 0 };
    const when = { createdAt: at(index), updatedAt: at(index), version: 1 };
    return {
      id: FIRST + number,
      userId,
      idempotencyKey: `bench-${number}`,
      ...terms,
      viaChannel: false,
      ledger: null,
      ...stands,
      ...when,
    };
  });
}

function itemOf({ index, userId }: Somebody) {
  const isOpen = index < WAITING;
  const arrived = { account: ADDRESS, assetCode: "XLM", issuer: "", amount: "10000000", from: ADDRESS, to: ADDRESS };
  const where = { memo: String(userId), ledger: index, hash: String(index).padStart(64, "0"), arrivedAt: at(index) };
  const decided = isOpen ? null : userId;
  const rest = { userId: decided, decidedBy: null, decidedAt: null, attempts: 1, isSettled: !isOpen, version: 1 };
  const stands = { state: isOpen ? "open" : "claimed", submissionId: isOpen ? null : FIRST + index * 3 };
  return { id: FIRST + index, operationId: `bench-${index}`, ...arrived, ...where, ...stands, ...rest };
}

function proposalOf(sealing: Database, operatorId: number, { index, userId }: Somebody) {
  const isOpen = index < WAITING;
  const content = { kind: "let-go" as const, userId, frozenBy: operatorId };
  const fixed = { id: FIRST + index, subject: `frozen ${userId}`, content, about: [userId], reason: "asked by phone" };
  const terms = { ...fixed, proposedBy: operatorId, proposedAt: at(index), expiresAt: new Date(Date.UTC(2100, 0, 1)) };
  const ended = { approvedBy: null, approvedAt: null, carriedOutFrom: null, endedBy: null, endedAt: null, ending: "" };
  const stands = { state: isOpen ? ("proposed" as const) : ("rejected" as const), isOpen };
  const told = { says: `The account of user ${userId} is let go.`, why: "Another operator froze it." };
  const row: Proposal = { ...terms, ...told, digest: digestOf(terms), ...stands, ...ended, version: 1 };
  return { ...row, seal: sealed(sealing, PROPOSAL_KIND, row) };
}

function sealed<Row>(sealing: Database, kind: SealedKind<Row>, row: Row): string {
  return sealRow(sealing, kind, row);
}

function actsOf(operatorId: number, { index, userId }: Somebody) {
  return ["freeze", "let-go"].map((action, each) => {
    const change = JSON.stringify({ before: { isFrozen: each === 1 }, after: { isFrozen: each === 0 } });
    const why = { reason: "asked by phone", details: "", change, at: at(index) };
    return { id: FIRST + index * 2 + each, operatorId, action, userId, ...why };
  });
}

function reportOf({ index, userId }: Somebody) {
  const kept = { reportedAt: at(index), keptUntil: new Date(Date.UTC(2100, 0, 1)), bytes: PICTURE_BYTES };
  const sent = { idempotencyKey: `bench-report-${index}`, fingerprint: "", note: "it looks odd", facts: DEVICE_FACTS };
  return { id: FIRST + index, userId, ...sent, ...kept, picture: new Binary(Buffer.alloc(PICTURE_BYTES)) };
}
