import { Binary } from "mongodb";
import { CASH_APP } from "#schemas/deposits.ts";
import { digestOf, type Proposal, PROPOSAL_KIND } from "#server/approvals/store.ts";
import type { Database } from "#server/platform/db/database.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { DEVICE_FACTS } from "#server/support/facts.fixture.ts";

/** So much of everything waits for somebody, more than any first page has; all else was decided once. */
export const WAITING = 500;
/** As many as are kept. */
const REPORTS = 1000;
const PICTURE_BYTES = 50_000;
const PAYMENTS_EACH = 10;
const FIRST = 10_000_000;

/** For whom operators decide, by which of all they are. */
interface Somebody {
  readonly index: number;
  readonly userId: number;
  readonly address: string;
}

interface Desk {
  readonly operatorId: number;
  readonly people: readonly Somebody[];
  /** When it was for the person of this number, in ms since the epoch; between two of them it goes on evenly. */
  readonly atMs: (index: number) => number;
}

/**
 * What so many people did and operators decided about it: a deposit, ten payments, money without an owner, a proposal and two acts
 * each. The first of each wait still.
 */
export async function writeDecided(database: Database, sealing: Database, desk: Desk): Promise<void> {
  const { operatorId, people } = desk;
  const write = (name: string, rows: readonly object[]) =>
    rows.length === 0 ? undefined : database.collection(name).insertMany([...rows]);
  const each = people.map((person) => ({ ...person, at: new Date(desk.atMs(person.index)) }));
  await Promise.all([
    write("cash_app_deposits", each.map(depositOf)),
    write(
      "submissions",
      each.flatMap((person) => paymentsOf(person, desk)),
    ),
    write("suspense_items", each.map(itemOf)),
    write(
      "proposals",
      each.map((about) => proposalOf(sealing, operatorId, about)),
    ),
    write(
      "operator_actions",
      each.flatMap((about) => actsOf(operatorId, about)),
    ),
    write("support_reports", each.filter(({ index }) => index < REPORTS).map(reportOf)),
    write("support_pictures", each.filter(({ index }) => index < REPORTS).map(pictureOf)),
  ]);
}

interface Dated extends Somebody {
  readonly at: Date;
}

function depositOf({ index, userId, at }: Dated) {
  const status = index < WAITING ? "pending" : index % 50 === 0 ? "rejected" : "credited";
  const paid = { amount: "10.0000000", methodName: CASH_APP, cashAppUsername: "$bench" };
  const named = { cashAppTransactionId: `BENCH${index}`, recipientNumber: "$us" };
  const decided = { xlmRate: "8", xlmCredited: "80.0000000", notes: null, transactionId: null };
  const by = status === "pending" ? {} : { verifiedBy: 1, verificationDate: at };
  const rest = { approvals: [], isAccepted: status === "credited", attempts: 1, submissionId: null, version: 1 };
  return { id: FIRST + index, userId, status, ...paid, ...named, ...decided, ...by, ...rest, createdAt: at };
}

/** The hash of somebody's payment. */
export function paymentHash(person: number, payment: number): string {
  return `${"0".repeat(44)}${String(person * PAYMENTS_EACH + payment).padStart(20, "0")}`;
}

function paymentsOf({ index, userId, address }: Dated, { atMs }: Desk) {
  return Array.from({ length: PAYMENTS_EACH }, (_, each) => {
    const number = index * PAYMENTS_EACH + each;
    const createdAt = new Date(atMs(index + each / PAYMENTS_EACH));
    const state = number < WAITING ? (each === 0 ? "ambiguous" : "held") : "confirmed";
    const money = { assetCode: "XLM", issuer: "" };
    const step = { type: "payment", source: address, to: address, ...money, amount: "10000000" };
    // Whoever pays in is paid by the house.
    const kind = each === 0 ? "deposit" : each % 5 === 0 ? "swap" : "send";
    const terms = { kind, account: address, steps: [step], memo: "", holds: [], fee: "100", feePayer: null };
    const spent = kind === "deposit" ? {} : { spent: [{ unit: "XLM", amount: "10000000" }] };
    const hash = paymentHash(index, each);
    const bounds = { source: address, sequence: "1", signedAtLedger: 1, maxTime: createdAt, maxLedger: 2 };
    const attempt = state === "held" ? null : { envelopeXdr: "A".repeat(300), hash, innerHash: null, ...bounds };
    const stands = { state, reason: "", isReserving: false, attempt, formerHashes: [], rebuilds: 0, sends: 0 };
    return {
      id: FIRST + number,
      userId: kind === "deposit" ? 0 : userId,
      idempotencyKey: `bench-${number}`,
      ...terms,
      ...spent,
      viaChannel: false,
      ledger: null,
      ...stands,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
  });
}

function itemOf({ index, userId, address, at }: Dated) {
  const isOpen = index < WAITING;
  const arrived = { account: address, assetCode: "XLM", issuer: "", amount: "10000000", from: address, to: address };
  const where = { memo: String(userId), ledger: index, hash: paymentHash(index, 0), arrivedAt: at };
  const decided = isOpen ? null : userId;
  const rest = { userId: decided, decidedBy: null, decidedAt: null, attempts: 1, isSettled: !isOpen, version: 1 };
  const stands = { state: isOpen ? "open" : "claimed", submissionId: isOpen ? null : FIRST + index * PAYMENTS_EACH };
  return { id: FIRST + index, operationId: `bench-${index}`, ...arrived, ...where, ...stands, ...rest };
}

function proposalOf(sealing: Database, operatorId: number, { index, userId, at }: Dated) {
  const isOpen = index < WAITING;
  const content = { kind: "let-go" as const, userId, frozenBy: operatorId };
  const fixed = { id: FIRST + index, subject: `frozen ${userId}`, content, about: [userId], reason: "asked by phone" };
  const terms = { ...fixed, proposedBy: operatorId, proposedAt: at, expiresAt: new Date(Date.UTC(2100, 0, 1)) };
  const ended = { approvedBy: null, approvedAt: null, carriedOutFrom: null, endedBy: null, endedAt: null, ending: "" };
  const stands = { state: isOpen ? ("proposed" as const) : ("rejected" as const), isOpen };
  const told = { says: `The account of user ${userId} is let go.`, why: "Another operator froze it." };
  const row: Proposal = { ...terms, ...told, digest: digestOf(terms), ...stands, ...ended, version: 1 };
  return { ...row, seal: sealRow(sealing, PROPOSAL_KIND, row) };
}

function actsOf(operatorId: number, { index, userId, at }: Dated) {
  return ["freeze", "let-go"].map((action, each) => {
    const change = JSON.stringify({ before: { isFrozen: each === 1 }, after: { isFrozen: each === 0 } });
    const why = { reason: "asked by phone", details: "", change, at };
    return { id: FIRST + index * 2 + each, operatorId, action, userId, ...why };
  });
}

const KEPT_UNTIL = new Date(Date.UTC(2100, 0, 1));

function reportOf({ index, userId, at }: Dated) {
  const kept = { reportedAt: at, keptUntil: KEPT_UNTIL, bytes: PICTURE_BYTES };
  const sent = { idempotencyKey: `bench-report-${index}`, fingerprint: "", note: "it looks odd", facts: DEVICE_FACTS };
  return { id: FIRST + index, userId, ...sent, ...kept };
}

function pictureOf({ index, userId }: Dated) {
  return { _id: FIRST + index, userId, keptUntil: KEPT_UNTIL, picture: new Binary(Buffer.alloc(PICTURE_BYTES)) };
}
