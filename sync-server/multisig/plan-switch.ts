import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { AppError } from "#schemas/errors.ts";
import type { MultisigTurn } from "#schemas/multisig.ts";
import { type NetworkFee, networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import type { AcceptDeps, Planned } from "#server/platform/submissions/accept.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { NOTHING_LEAVES } from "#server/platform/submissions/spending.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { coolOffUntil, readOperatorPolicyWithin } from "#server/security/index.ts";
import { readSecurityWithin } from "#server/users/index.ts";
import { findUserWithin, mustProveMailbox } from "#server/users/index.ts";
import type { CheckSecondFactor } from "#server/two-factor/index.ts";
import { reach, takeLookUp } from "#server/wallet/index.ts";
import { errorsOf } from "#server/platform/rules/rules.ts";
import { switchRefusals, type SwitchFacts } from "./rules.ts";

export interface MultisigDeps extends AcceptDeps {
  readonly network: StellarNetwork;
  /** The service's key (G...) that signs for an account; null while that is being changed. */
  readonly signerOf: (address: string, session: ClientSession | null) => Promise<string | null>;
  readonly checkSecondFactor: CheckSecondFactor;
}

/** A switch ready to be recorded, if nothing stands against it. Amounts in stroops. */
export interface SwitchPlan extends NetworkFee, Planned {
  readonly turn: MultisigTurn;
  readonly userId: number;
  /** How many operations it has. */
  readonly operations: number;
  /** XLM that the network keeps aside for the second key. */
  readonly reserve: bigint;
}

/** The wallet of a user. Throws `wallet-not-ready`. */
export async function walletOf({ database }: Runtime, userId: number): Promise<AccountDocument> {
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!wallet) throw new AppError("wallet-not-ready");
  return wallet;
}

/**
 * Works out what turning it on or off takes and everything that stands against it; nothing is recorded. Throws
 * `wallet-not-ready`, `network-unreachable` and `rate-limited`.
 */
export async function planSwitch(deps: MultisigDeps, userId: number, turn: MultisigTurn): Promise<SwitchPlan> {
  const { runtime, network } = deps;
  const { database } = runtime;
  await takeLookUp(runtime, userId);
  const wallet = await walletOf(runtime, userId);
  const { _id: address } = wallet;
  const [bid, reserved, ours] = await Promise.all([
    reach(network.feeBid()),
    database.transaction((session) => reservationsOf(database, session, address)),
    deps.signerOf(address, null),
  ]);
  const reserve = turn === "on" ? BASE_RESERVE_STROOPS : 0n;
  const operations = ours === null || ours === address ? 1 : 2;
  const paid = await networkFee(runtime, { bid, operations, spare: spendableOf(wallet, NATIVE, reserved) - reserve });
  const plan = { ...paid, turn, userId, account: address, operations, reserve, ...NOTHING_LEAVES };
  const refusals = await database.transaction((session) => refusalsNow(deps, session, plan, wallet));
  return { ...plan, refusals };
}

/** What stands against a plan now, within the transaction that has the wallet. */
export async function refusalsNow(
  { runtime, signerOf }: MultisigDeps,
  session: ClientSession,
  { turn, userId, account: address, fee, feePayer }: Omit<SwitchPlan, "refusals">,
  wallet: AccountDocument,
): Promise<AppError[]> {
  const { database, clock } = runtime;
  const security = await readSecurityWithin(runtime, session, userId);
  const user = await findUserWithin(runtime, session, userId);
  const merge = { account: address, isReserving: true, "steps.type": "account_merge" };
  const facts: SwitchFacts = {
    turn,
    isOn: wallet.isShared,
    isOnNetwork: wallet.exists,
    isUnderWay: (await openSwitch(runtime, address, session)) !== null || (await signerOf(address, session)) === null,
    isFrozen: security.isFrozen === true,
    isMailboxUnproven: user !== null && (await mustProveMailbox(runtime, user, session)),
    isHalted: await isAssetHalted(database, NATIVE, session),
    isClosing: (await submissionCollection(database).findOne(merge, { session })) !== null,
    coolOffUntil: coolOffUntil(security, await readOperatorPolicyWithin(database, session), clock.now()),
    spendableXlm: spendableOf(wallet, NATIVE, await reservationsOf(database, session, address)),
    ownFee: feePayer === null ? fee : 0n,
  };
  return errorsOf(switchRefusals(facts));
}

/** The change of who signs for a wallet that is under way, until the records have it; null where there is none. */
export function openSwitch(
  { database }: Pick<Runtime, "database">,
  address: string,
  session: ClientSession | null,
): Promise<SubmissionDocument | null> {
  const open = {
    account: address,
    kind: { $in: ["multisig" as const, "rotation" as const] },
    $or: [{ isReserving: true }, { state: { $nin: [...FINAL_STATES] } }],
  };
  return submissionCollection(database).findOne(open, inSession(session));
}
