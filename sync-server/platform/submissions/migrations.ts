import type { Document } from "mongodb";
import { ACCOUNTS } from "#server/platform/ingest/account.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { SUBMISSIONS } from "./submission.ts";
import { LOOKED_INTO } from "./tell-owner.ts";
import { WITHDRAWN, WITHDRAWN_FOR_S } from "./withdrawn.ts";

/** A submission was one payment of a wallet; now it is a list of steps, and what it keeps back stands on it. */
export const submissionSteps: Migration = {
  number: 4,
  name: "submissions as steps, accounts with a role",
  run: async (database) => {
    await database.collection(ACCOUNTS).updateMany({ role: { $exists: false } }, { $set: { role: "wallet" } });
    const submissions = database.collection(SUBMISSIONS);
    for await (const former of submissions.find({ payment: { $exists: true } })) {
      await submissions.updateOne({ _id: former._id }, { $set: stepsOf(former), $unset: { payment: 1 } });
    }
  },
};

function stepsOf({ account, payment, fee, attempt }: Document): Document {
  const { to, amount, memo, operation, assetCode, issuer } = payment;
  const asset = { assetCode, issuer };
  const step =
    operation === "create_account"
      ? { type: operation, source: account, to, amount }
      : { type: operation, source: account, to, ...asset, amount };
  return {
    kind: "send",
    steps: [step],
    memo,
    holds: [
      { ...asset, amount },
      { ...NATIVE, amount: fee },
    ],
    feePayer: null,
    viaChannel: false,
    attempt: attempt && { ...attempt, source: account, innerHash: null },
  };
}

/** What the worker and the limits look for is found by an index, and not by reading all that ever was. */
export const submissionIndexes: Migration = {
  number: 18,
  name: "claims, what is due of what owners sign, and payments by time",
  run: async (database) => {
    const awaiting = { state: "awaiting-signature" } as const;
    const submissions = database.collection(SUBMISSIONS);
    const unset = { ...awaiting, dueAt: { $exists: false } };
    await submissions.updateMany({ ...unset, "cosigning.signature": { $ne: null } }, { $set: { dueAt: new Date(0) } });
    await submissions.updateMany(unset, [{ $set: { dueAt: "$attempt.maxTime" } }]);
    await submissions.createIndex({ dueAt: 1 }, { partialFilterExpression: awaiting });
    await submissions.createIndex({ userId: 1, createdAt: -1 });
    const accounts = database.collection(ACCOUNTS);
    await accounts.createIndex({ inFlight: 1 }, { partialFilterExpression: { inFlight: { $gt: 0 } } });
    await accounts.createIndex({ role: 1, inFlight: 1 }, { partialFilterExpression: { role: "channel" } });
  },
};

/** Confirmations that were withdrawn are forgotten once no call can still bring them. */
export const withdrawnConfirmations: Migration = {
  number: 28,
  name: "withdrawn confirmations",
  run: async (database) => {
    await database.collection(WITHDRAWN).createIndex({ at: 1 }, { expireAfterSeconds: WITHDRAWN_FOR_S });
  },
};

/** What operators knew stood in the reason, which owners of failed payments are told. */
export const evidenceApart: Migration = {
  number: 20,
  name: "what operators know of payments apart from what owners are told",
  run: async (database) => {
    const submissions = database.collection(SUBMISSIONS);
    const settled = { state: { $in: ["confirmed", "failed"] }, evidence: { $exists: false } };
    for await (const former of submissions.find({ ...settled, reason: OPERATORS })) {
      const { reason } = former;
      const [found = "", operatorId = ""] = OPERATORS.exec(reason) ?? [];
      const evidence = { operatorId: Number(operatorId), text: reason.slice(found.length) };
      await submissions.updateOne({ _id: former._id }, { $set: { evidence, reason: LOOKED_INTO } });
    }
  },
};

const OPERATORS = /^operator (\d{1,15}): /;
