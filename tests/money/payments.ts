import { addDeposit, protect } from "#tests/support/seals.ts";
import type { ClientSession } from "mongodb";
import { Keypair, Transaction } from "@stellar/stellar-sdk";
import { CASH_APP } from "#schemas/deposits.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { creditDeposits } from "#server/deposits/credit-deposits.ts";
import { depositCollection } from "#server/deposits/store.ts";
import { giveUp, returnSignature } from "#server/multisig/return-signature.ts";
import { stepsOf } from "#server/multisig/rules.ts";
import { houseAccounts, makeHouseAccounts } from "#server/platform/house/accounts.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import {
  HOUSE_USER,
  indexSubmissions,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import type { Federation } from "#server/federation/index.ts";
import { sendPayment } from "#server/wallet/send-payment.ts";
import type { World } from "#tests/support/world.ts";
import type { Process } from "./processes.ts";

/** One wish to pay, which processes may begin and carry on as often as they like. */
export interface Wish {
  readonly amount: bigint;
  readonly from: string;
  readonly to: string;
  /** The user who is paid. */
  readonly payee: number;
  /** What a process does about it, wherever it stands. */
  carryOn(process: Process): Promise<void>;
  /** Whether its payer may give it up: then it is made once, or not at all. */
  readonly isGivenUp?: boolean;
  /** The submissions that came of it. */
  submissions(): Promise<SubmissionDocument[]>;
  /** Whether the records beside the submission say that it is done. */
  isBooked(): Promise<boolean>;
  /** Throws unless it was done exactly once, where that is told by something else than what two accounts hold. */
  checkDoneOnce?(made: SubmissionDocument, where: string): Promise<void>;
}

/** Ways to pay. */
export interface Payments {
  /** A person's, from the request on, which is repeated until it is answered. */
  send(): Promise<Wish>;
  /** The same where the house pays the network's fee by a fee bump. */
  bumped(): Promise<Wish>;
  /** As `bumped`, of a person whose own key has to sign, too: it comes back whenever there is something to sign. */
  cosigned(): Promise<Wish>;
  /** As `cosigned`, of a person who gives it up as soon as any other process than the first asks. */
  givenUp(): Promise<Wish>;
  /** An approved deposit, which the house pays through a channel. */
  deposit(): Promise<Wish>;
}

const UNIT = 10_000_000n;
const PAYER = 1;
const PAYEE = 2;
const SHARER = 3;
const CHANNELS = 2;
const NO_LIMIT: AttemptLimit = {
  take: () => Promise.resolve(),
  check: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
};
/** Nobody here is paid by a name. */
const NO_NAMES: Federation = { resolve: () => Promise.reject(new Error("no name is asked for")) };

/** Opens the accounts of two people and of a house with channels. */
export async function openPayments(world: World): Promise<Payments> {
  const { database, clock } = world;
  const [from, to] = [await world.wallet(PAYER), await world.wallet(PAYEE)];
  const house = await openHouse(world);
  await indexSubmissions(database);
  await protect(world.runtime, PAYER, { requirePasswordForSend: false });
  const submissions = submissionCollection(database);
  const shared = await openShared(world);
  let made = 0;

  /** Every payment has an amount of its own. */
  function next() {
    made += 1;
    return { number: made, amount: UNIT + BigInt(made), idempotencyKey: `wish-${made}-0123456789` };
  }

  function cosigned(): Wish {
    const { amount, idempotencyKey } = next();
    const draft = {
      userId: SHARER,
      idempotencyKey,
      fingerprint: "",
      kind: "send",
      account: shared.address,
      steps: [{ type: "payment", source: shared.address, to, ...NATIVE, amount: String(amount) }],
      memo: "",
      holds: [{ ...NATIVE, amount: String(amount) }],
      fee: "200",
      feePayer: house.sponsor,
      viaChannel: false,
    } as const;
    return {
      amount,
      from: shared.address,
      to,
      payee: PAYEE,
      carryOn: async ({ deps: { runtime }, work }) => {
        const id = await runtime.database.transaction(async (session) => {
          const former = await submissionCollection(runtime.database).findOne({ idempotencyKey }, { session });
          return (former ?? (await insertSubmission(runtime, session, draft))).id;
        });
        const made = await submissions.findOne({ id });
        if (made?.state === "awaiting-signature" && made.attempt) {
          const transaction = new Transaction(made.attempt.envelopeXdr, world.stellar.passphrase);
          transaction.sign(shared.key);
          const returned = { userId: SHARER, id, signedXdr: transaction.toXDR() };
          await returnSignature(runtime, world.stellar.passphrase, returned);
        }
        await work();
      },
      submissions: () => submissions.find({ userId: SHARER, idempotencyKey }).toArray(),
      isBooked: () => Promise.resolve(true),
    };
  }

  return {
    send: async () => {
      const { amount, idempotencyKey } = next();
      const input = { to, assetCode: "XLM", amount: formatAmount(amount), idempotencyKey };
      const checkSecondFactor = () => Promise.resolve();
      return {
        amount,
        from,
        to,
        payee: PAYEE,
        carryOn: async ({ deps, work }) => {
          await sendPayment(
            { ...deps, federation: NO_NAMES, passwordLimit: NO_LIMIT, checkSecondFactor },
            { userId: PAYER, sessionId: "", isConfirmed: () => Promise.resolve(false) },
            input,
          );
          await work();
        },
        submissions: () => submissions.find({ userId: PAYER, idempotencyKey }).toArray(),
        isBooked: () => Promise.resolve(true),
      };
    },
    bumped: async () => {
      const { amount, idempotencyKey } = next();
      const draft = {
        userId: PAYER,
        idempotencyKey,
        fingerprint: "",
        kind: "send",
        account: from,
        steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(amount) }],
        memo: "",
        holds: [{ ...NATIVE, amount: String(amount) }],
        fee: "200",
        feePayer: house.sponsor,
        viaChannel: false,
      } as const;
      return {
        amount,
        from,
        to,
        payee: PAYEE,
        carryOn: async ({ deps: { runtime }, work }) => {
          await runtime.database.transaction(async (session) => {
            const former = await submissionCollection(runtime.database).findOne({ idempotencyKey }, { session });
            if (!former) await insertSubmission(runtime, session, draft);
          });
          await work();
        },
        submissions: () => submissions.find({ userId: PAYER, idempotencyKey }).toArray(),
        isBooked: () => Promise.resolve(true),
      };
    },
    cosigned: () => Promise.resolve(cosigned()),
    givenUp: () => {
      const wish = cosigned();
      let first: Process | null = null;
      return Promise.resolve({
        ...wish,
        isGivenUp: true,
        carryOn: async (process) => {
          first ??= process;
          const [made] = await wish.submissions();
          const { runtime } = process.deps;
          if (process !== first && made) await unlessLate("give-up-too-late", giveUp(runtime, SHARER, made.id));
          await unlessLate("signature-too-late", wish.carryOn(process));
        },
      });
    },
    deposit: async () => {
      const { number: id, amount } = next();
      const fields = { userId: PAYEE, amount: "1", status: "approved", xlmCredited: formatAmount(amount) } as const;
      const now = clock.now();
      const approvals = [{ by: SHARER, at: now }];
      await addDeposit(database, {
        id,
        methodName: CASH_APP,
        cashAppTransactionId: `TRANSACTION-${id}`,
        ...fields,
        approvals,
        attempts: 0,
        submissionId: null,
        version: 1,
        createdAt: now,
      });
      return {
        amount,
        from: house.treasury,
        to,
        payee: PAYEE,
        carryOn: async ({ deps: { runtime, network }, work }) => {
          await creditDeposits(runtime, network);
          await work();
        },
        submissions: () =>
          submissions
            .find({ userId: HOUSE_USER, idempotencyKey: { $gte: `deposit-${id}-`, $lt: `deposit-${id}.` } })
            .toArray(),
        isBooked: async () => (await depositCollection(database).findOne({ id }))?.status === "credited",
      };
    },
  };
}

async function unlessLate(code: ErrorCode, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error;
  }
}

/** A wallet for which a key of its owner signs, too. */
async function openShared(world: World) {
  const { runtime, database } = world;
  const address = await world.wallet(SHARER);
  const key = Keypair.random();
  await database.transaction((session) =>
    insertSubmission(runtime, session, {
      userId: SHARER,
      idempotencyKey: "multisig-on-0123456789",
      fingerprint: "",
      kind: "multisig",
      account: address,
      steps: stepsOf("on", { address, ours: address, own: key.publicKey() }),
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await world.settle();
  return { address, key };
}

async function openHouse(world: World) {
  const { database, clock, deps, stellar } = world;
  const makeKey = (session: ClientSession) => deps.vault.createKey(session, { userId: HOUSE_USER, purpose: "house" });
  await makeHouseAccounts(database, makeKey, clock);
  const addresses = await houseAccounts(database);
  const [treasury, sponsor] = [addresses.get("treasury") ?? "", addresses.get("sponsor") ?? ""];
  for (const address of [treasury, sponsor])
    if (!(await askFriendbot(stellar.friendbotUrl, address))) throw new Error("the faucet gave nothing");
  for (let channel = 0; channel < CHANNELS; channel += 1) await world.wallet(HOUSE_USER, "channel");
  return { treasury, sponsor };
}
