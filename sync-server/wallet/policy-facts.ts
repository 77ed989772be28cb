import type { ClientSession } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import type { IdentityOperation, OperatorPolicy } from "#schemas/security.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { firstHalted } from "#server/platform/submissions/halts.ts";
import type { Spending } from "#server/platform/submissions/spending.ts";
import {
  allowedEntry,
  coolOffUntil,
  identityLevelAt,
  payableFrom,
  protectionsOf,
  readOperatorPolicyWithin,
} from "#server/security/index.ts";
import { readSecurityWithin, type UserSecurity } from "#server/users/index.ts";
import { findUserWithin, mustProveMailbox } from "#server/users/index.ts";
import type { PayerFacts, PolicyFacts } from "./policy.ts";

/** What operators and a person themselves ask of what is done with their money. */
export interface Standing {
  readonly payer: PayerFacts;
  readonly policy: OperatorPolicy;
  readonly security: UserSecurity;
}

/** What a person set for themselves about what leaves their account. */
export type OwnLimits = Omit<PolicyFacts, keyof PayerFacts | "worths"> & { readonly isPasswordAsked: boolean };

interface Begun {
  readonly userId: number;
  readonly assets: readonly AssetName[];
  readonly operation: IdentityOperation;
}

/** Reads what decides whether a user may begin anything with these assets; of several that are halted it names the first. */
export async function readStanding(
  runtime: Runtime,
  session: ClientSession,
  { userId, assets, operation }: Begun,
): Promise<Standing> {
  const { database, clock } = runtime;
  const now = clock.now();
  const policy = await readOperatorPolicyWithin(database, session);
  const security = await readSecurityWithin(runtime, session, userId);
  const user = await findUserWithin(runtime, session, userId);
  const halted = await firstHalted(database, session, assets);
  const payer = {
    now,
    assetCode: (halted ?? assets[0] ?? NATIVE).assetCode,
    isFrozen: security.isFrozen ?? false,
    isHalted: halted !== null,
    identityLevel: identityLevelAt(policy, operation, now),
    isKycVerified: user?.kycVerified ?? false,
    isMailboxUnproven: user !== null && (await mustProveMailbox(runtime, user, session)),
    coolOffUntil: coolOffUntil(security, policy, now),
  };
  return { payer, policy, security };
}

/** What identity is asked for by: of what is paid, whether it stays among people here. */
export async function operationOf(
  { database }: Runtime,
  session: ClientSession,
  spending: Exclude<Spending, { readonly kind: "stays" }>,
): Promise<IdentityOperation> {
  if (spending.kind === "exchange") return spending.operation;
  if (!("to" in spending) || spending.to === null) return "trade";
  return (await isWalletHere(database, session, spending.to)) ? "send" : "withdraw";
}

/** Reads the limits that what leaves an account is held to; whom an exchange gives something away to, nobody can list. */
export async function readOwnLimits(
  { database, clock }: Runtime,
  session: ClientSession,
  { policy, security, spending }: Pick<Standing, "policy" | "security"> & { readonly spending: Spending },
): Promise<OwnLimits> {
  const protections = protectionsOf(security, clock.now());
  const isPaid = spending.kind === "payment" || spending.kind === "everything";
  const allowed = isPaid ? await findAllowed(database, session, security, spending) : undefined;
  return {
    transactionLimit: protections.transactionLimit,
    dailyLimit: lowest(policy.dailyLimit, protections.dailyLimit),
    isAllowListOn: protections.isAllowListOn,
    allowedFrom: allowed ? payableFrom(allowed.addedAt, protections) : null,
    isPasswordAsked: protections.requirePasswordForSend,
  };
}

async function findAllowed(
  database: Database,
  session: ClientSession,
  security: UserSecurity,
  { to, memo }: Extract<Spending, { readonly kind: "payment" | "everything" }>,
) {
  return allowedEntry(security, { to, memo, isOwnersAlone: await isWalletHere(database, session, to) });
}

/** Whether an address is the wallet of somebody here: that is nobody else's, whatever stands beside a payment to it. */
export async function isWalletHere(database: Database, session: ClientSession, to: string): Promise<boolean> {
  const wallet = { _id: accountOf(to), role: "wallet" } as const;
  return (await accountCollection(database).findOne(wallet, { session, projection: { _id: 1 } })) !== null;
}

function lowest(one: string | null, other: string | null): bigint | null {
  const limits = [one, other].filter((limit) => limit !== null).map(parseAmount);
  return limits.length === 0 ? null : limits.reduce((low, limit) => (limit < low ? limit : low));
}
