import { AppError } from "#schemas/errors.ts";
import { FEDERATION_PATTERN, NATIVE_CODE } from "#schemas/values/fields.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import { findUserByOwnName, ownNameIn, type ResolveName } from "#server/federation/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf, isNetworkAddress } from "#server/platform/network/addresses.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { MEMO_REQUIRED } from "#server/platform/network/memo-required.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { isFieldSealed } from "#server/platform/seals/sealed-fields.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { findUserByName } from "#server/users/index.ts";
import type { RecipientFacts } from "./rules.ts";

export interface Recipient {
  /** G... or M... */
  readonly address: string;
  readonly username: string | null;
  /** What its name asks for; null where nothing in particular. */
  readonly memo: TypedMemo | null;
}

const LOOKS_LIKE_ADDRESS = /^[GM][A-Z0-9]{20,}$/i;

/** The asset that a request names. Throws `asset-unknown` for a code that needs an issuer. */
export function readAsset(assetCode: string, issuer: string | undefined): AssetName {
  if (issuer === undefined) {
    if (assetCode === NATIVE_CODE) return NATIVE;
    throw new AppError("asset-unknown", { assetCode });
  }
  if (!isNetworkAddress(issuer)) throw new AppError("asset-unknown", { assetCode });
  return { assetCode, issuer };
}

/**
 * Finds who `to` means: an address, a user by user ID, by name or by `name*our.domain`, or who another domain's name leads
 * to, where `resolveName` is given. Throws `recipient-ambiguous` for what could mean two.
 */
export async function findRecipient(runtime: Runtime, to: string, resolveName: ResolveName | null): Promise<Recipient> {
  const { database, config } = runtime;
  const ownName = ownNameIn(to, config.publicUrl);
  const isForeign = ownName === null && FEDERATION_PATTERN.test(to);
  if (isForeign && !resolveName) throw new AppError("recipient-unknown");
  const named = isForeign && resolveName ? await resolveName(to) : { address: to, memo: null };
  if (isNetworkAddress(named.address)) {
    const user = await database
      .collection("users")
      .findOne({ walletAddress: accountOf(named.address) }, { projection: { _id: 0, username: 1, closedAt: 1 } });
    // Its owner cannot get at what arrives there any more.
    if (user?.["closedAt"]) throw new AppError("recipient-closed");
    return { ...named, username: textOf(user?.["username"]) };
  }
  if (LOOKS_LIKE_ADDRESS.test(to) && to.length > 40) throw new AppError("address-malformed");
  const user = await (ownName === null ? findUserByName(runtime, to) : findUserByOwnName(runtime, ownName));
  const address = textOf(user?.walletAddress);
  if (!user || address === null) throw new AppError("recipient-unknown");
  // Whoever put another's address there would be paid in their name.
  if (!isFieldSealed(database, "users", user.id, user, "walletAddress")) {
    await tellForged(runtime, `walletAddress of user ${user.id}`, { userId: user.id });
    throw new AppError("recipient-unknown");
  }
  return { address, username: user.username, memo: null };
}

/** Reads the recipient from the ledger. Throws `network-unreachable`. */
export async function lookUpRecipient(
  network: StellarNetwork,
  address: string,
  asset: AssetName,
): Promise<RecipientFacts> {
  const account = accountOf(address);
  const [holdings, memoRequired] = await Promise.all([
    reach(network.holdings([{ address: account, assets: isNative(asset) ? [] : [asset] }])),
    reach(network.dataEntry(account, MEMO_REQUIRED)),
  ]);
  return {
    exists: holdings.accounts.has(account),
    line: holdings.lines.find((line) => isSameAsset(line, asset)) ?? null,
    isMemoRequired: memoRequired?.toString() === "1",
  };
}

/** Turns "no node answered" into the refusal a person reads. */
export async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NetworkError) throw new AppError("network-unreachable", {}, { cause: error });
    throw error;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
