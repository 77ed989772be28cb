import type { Document } from "mongodb";
import { RESTORED_MOST, type RestoredOutput, type UnknownPayment } from "#schemas/restored.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { readOperatorActions } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type HousePurpose, houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { OPERATOR_PROJECTION, type OperatorFields, standingOf } from "#server/platform/operators/standing.ts";
import { readRestored } from "#server/platform/restored/state.ts";
import {
  landedCollection,
  type LandedTransaction,
  memoOf,
  unknownPayments,
} from "#server/platform/submissions/landed.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { waitingPayments, whatItMayBe } from "./waiting-payments.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What a super looks through of a database that was set back; empty lists where it never was. */
export async function readRestoredState(runtime: Runtime): Promise<RestoredOutput> {
  const { database } = runtime;
  const state = await readRestored(database, null);
  if (!state) return { restore: null, operators: [], acts: [], counts: NONE, payments: [], accounts: [] };
  const { takenAt, restoredAt, ledger, readTo, phase, since } = state;
  const houses = await houseAccounts(database);
  const purposes = new Map([...houses].map(([purpose, address]) => [address, purpose]));
  const unknown = await unknownPayments(database, null, [...purposes.keys()]);
  const waiting = unknown.length === 0 ? [] : await waitingPayments(database, null);
  const weekBefore = new Date(takenAt.getTime() - WEEK_MS);
  return {
    restore: {
      takenAt: takenAt.toISOString(),
      restoredAt: restoredAt.toISOString(),
      ledger,
      readTo,
      phase,
      since: since.toISOString(),
    },
    operators: await operatorsOf(database),
    acts: await actsWithin(runtime, { from: weekBefore, to: takenAt }),
    counts: await countsOf(database, weekBefore),
    payments: unknown.slice(0, RESTORED_MOST).map((each) => paymentOf(each, purposes, waiting)),
    accounts: await lostAccounts(database, houses.get("sponsor")),
  };
}

const NONE = { frozen: 0, apiKeys: 0, passkeys: 0, proposals: 0, held: 0 };

async function operatorsOf(database: Database): Promise<RestoredOutput["operators"]> {
  interface Person extends OperatorFields {
    readonly id: number;
    readonly username: string;
  }
  const found = await database
    .collection<Person & Document>("users")
    .find({ isAdmin: true }, { projection: { ...OPERATOR_PROJECTION, username: 1 }, sort: { id: 1 } })
    .toArray();
  const ids = found.map(({ id }) => id);
  const frozen = await database
    .collection<{ _id: number; isFrozen?: boolean }>("user_security")
    .distinct("_id", { _id: { $in: ids }, isFrozen: true });
  return found.map((person) => ({
    id: person.id,
    username: person.username,
    roles: [...(standingOf(database, person)?.roles ?? [])],
    isFrozen: frozen.some((id) => Number(id) === person.id),
  }));
}

async function actsWithin(
  runtime: Runtime,
  within: { readonly from: Date; readonly to: Date },
): Promise<RestoredOutput["acts"]> {
  const { actions } = await readOperatorActions(runtime, { within });
  return actions
    .slice(0, RESTORED_MOST)
    .map(({ at, action, operatorId, userId, reason }) => ({ at, action, operatorId, userId, reason }));
}

async function countsOf(database: Database, since: Date): Promise<RestoredOutput["counts"]> {
  const [frozen, apiKeys, passkeys, proposals, held] = await Promise.all([
    database.collection("user_security").countDocuments({ isFrozen: true }),
    database.collection("api_keys").countDocuments({ revokedAt: null }),
    database.collection("passkeys").countDocuments({ createdAt: { $gte: since } }),
    database.collection("proposals").countDocuments({ isOpen: true }),
    submissionCollection(database).countDocuments({ state: "held" }),
  ]);
  return { frozen, apiKeys, passkeys, proposals, held };
}

/** Of what a payment may have settled at most so many are told: nobody chooses among more. */
const MOST_WAITING = 10;

function paymentOf(
  payment: LandedTransaction,
  purposes: ReadonlyMap<string, HousePurpose>,
  waiting: readonly SubmissionDocument[],
): UnknownPayment {
  const { hash, ledger, closedAt, payers, paid } = payment;
  const from = payers.map((address) => purposes.get(address)).find((purpose) => purpose !== undefined) ?? "treasury";
  const told = paid.map(({ to, amount, assetCode, issuer }) => ({
    to,
    amount: formatAmount(BigInt(amount)),
    assetCode,
    issuer,
  }));
  const what = { memo: memoOf(payment), paid: told, waiting: whatItMayBe(payment, waiting, MOST_WAITING) };
  return { hash, ledger, at: closedAt.toISOString(), from, ...what };
}

/** What the sponsor opened since the backup and is no account of ours: its key was made after it. */
async function lostAccounts(database: Database, sponsor: string | undefined): Promise<string[]> {
  if (sponsor === undefined) return [];
  const opened = await landedCollection(database)
    .find({ submission: null, isSuccessful: true, payers: sponsor, "paid.amount": "0" }, { limit: RESTORED_MOST })
    .toArray();
  const addresses = [...new Set(opened.flatMap(({ paid }) => paid.map(({ to }) => to)))];
  const known = new Set(await accountCollection(database).distinct("_id", { _id: { $in: addresses } }));
  return addresses.filter((address) => !known.has(address));
}
