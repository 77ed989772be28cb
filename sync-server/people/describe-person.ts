import type { PersonOutput } from "#schemas/people.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { identityOf } from "#server/kyc/index.ts";
import { passkeysOf } from "#server/passkeys/index.ts";
import { coolOffUntil, describeWaiting, protectionsOf, readOperatorPolicy } from "#server/security/index.ts";
import { NOBODY_WE_KNOW, readSecurity, type UserDocument, type UserSecurity } from "#server/users/index.ts";
import { countOpenDeposits, faceOf } from "./describe-people.ts";

/** All that one page says of a person first. Nothing of what proves that they are they. */
export async function describePerson(runtime: Runtime, user: UserDocument): Promise<PersonOutput> {
  const { database } = runtime;
  const [security, policy, passkeys, account, deposits, identity] = await Promise.all([
    readSecurity(runtime, user.id),
    readOperatorPolicy(database),
    passkeysOf(runtime, user.id),
    accountCollection(database).findOne({ userId: user.id, role: "wallet" }, { projection: { isShared: 1 } }),
    countOpenDeposits(database, [user.id]),
    identityOf(runtime, user.id),
  ]);
  const now = runtime.clock.now();
  return {
    ...faceOf(runtime, user),
    closedAt: user.closedAt?.toISOString() ?? null,
    kycStatus: user.kycStatus,
    identity,
    isShared: account?.isShared ?? false,
    openDeposits: deposits.get(user.id) ?? 0,
    protections: {
      ...freezingOf(security),
      hasSecondFactor: security.hasSecondFactor ?? false,
      passkeys: passkeys.length,
      ...limitsOf(security, now),
      allowedAddresses: security.allowed?.length ?? 0,
      coolOffUntil: coolOffUntil(security, policy, now)?.toISOString() ?? null,
      waiting: describeWaiting(security, now),
    },
  };
}

function freezingOf({ isFrozen = false, frozenBy, frozenReason = "", frozenAt }: UserSecurity) {
  const isKnown = isFrozen && frozenBy !== undefined && frozenBy !== NOBODY_WE_KNOW;
  return {
    isFrozen,
    frozenBy: isKnown ? frozenBy : null,
    frozenReason: isFrozen ? frozenReason : "",
    frozenAt: isFrozen ? (frozenAt?.toISOString() ?? null) : null,
  };
}

function limitsOf(security: UserSecurity, now: Date) {
  const { transactionLimit, dailyLimit, requirePasswordForSend, isAllowListOn } = protectionsOf(security, now);
  return { transactionLimit, dailyLimit, requirePasswordForSend, isAllowListOn };
}
