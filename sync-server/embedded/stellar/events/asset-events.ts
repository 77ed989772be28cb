import { XdrString } from "@stellar/stellar-sdk/xdr";
import type {
  AssetWire,
  ContractEventWire,
  MemoWire,
  MuxedAccountWire,
  PublicKeyWire,
  ScAddressWire,
  ScValWire,
} from "@stellar/stellar-sdk/xdr";
import { assetText } from "#server/embedded/stellar/horizon/text.ts";
import { issuerOf } from "#server/embedded/stellar/ledger/assets.ts";
import { sameBytes } from "#server/embedded/stellar/ledger/keys.ts";
import type { AssetContracts } from "./asset-contracts.ts";

const XLM = { type: 0 } as const;
/** Kinds of addresses in events. */
const Kind = { account: 0, muxed: 2, claimableBalance: 3, pool: 4 } as const;
const CONTRACT_EVENT = 1;
const LOW_64_BITS = 0xffff_ffff_ffff_ffffn;

/** Writes the events of one transaction (CAP-67), whose memo stands for a sub-account where money is for an account. */
export class AssetEvents {
  readonly #contracts: AssetContracts;
  readonly #memo: MemoWire;

  constructor(contracts: AssetContracts, memo: MemoWire) {
    this.#contracts = contracts;
    this.#memo = memo;
  }

  /** What left an account for the network; stroops. */
  fee(payer: PublicKeyWire, amount: bigint): ContractEventWire {
    return this.#event(XLM, [symbol("fee"), addressValue(accountAddress(payer))], integer(amount));
  }

  /**
   * An amount of an asset that moves: a transfer, but a mint where it comes from the issuer and a burn where it goes
   * there. `namesReceiver` says whether the sub-account (or the memo) is told.
   */
  movement(
    asset: AssetWire,
    from: ScAddressWire,
    to: ScAddressWire,
    amount: bigint,
    namesReceiver: boolean,
  ): ContractEventWire {
    const [isFromIssuer, isToIssuer] = [isIssuer(from, asset), isIssuer(to, asset)];
    if (isToIssuer && !isFromIssuer) return this.burn(asset, from, amount);
    const data = namesReceiver ? this.#withReceiver(to, amount) : integer(amount);
    const kind = isFromIssuer && !isToIssuer ? [symbol("mint")] : [symbol("transfer"), addressValue(from)];
    return this.#ofAsset(asset, [...kind, addressValue(to)], data);
  }

  burn(asset: AssetWire, from: ScAddressWire, amount: bigint): ContractEventWire {
    return this.#ofAsset(asset, [symbol("burn"), addressValue(from)], integer(amount));
  }

  clawback(asset: AssetWire, from: ScAddressWire, amount: bigint): ContractEventWire {
    return this.#ofAsset(asset, [symbol("clawback"), addressValue(from)], integer(amount));
  }

  setAuthorized(asset: AssetWire, holder: PublicKeyWire, isAuthorized: boolean): ContractEventWire {
    const topics = [symbol("set_authorized"), addressValue(accountAddress(holder))];
    return this.#ofAsset(asset, topics, { type: 0, b: isAuthorized });
  }

  #withReceiver(to: ScAddressWire, amount: bigint): ScValWire {
    const id =
      to.type === Kind.muxed ? unsigned(to.muxedAccount.id) : to.type === Kind.account && memoValue(this.#memo);
    if (!id) return integer(amount);
    const map = [
      { key: symbol("amount"), val: integer(amount) },
      { key: symbol("to_muxed_id"), val: id },
    ];
    return { type: 17, map };
  }

  #ofAsset(asset: AssetWire, topics: ScValWire[], data: ScValWire): ContractEventWire {
    return this.#event(asset, [...topics, text(assetText(asset))], data);
  }

  #event(asset: AssetWire, topics: ScValWire[], data: ScValWire): ContractEventWire {
    const contractId = this.#contracts.idOf(asset);
    return { ext: { v: 0 }, contractId, type: CONTRACT_EVENT, body: { v: 0, v0: { topics, data } } };
  }
}

export function accountAddress(accountId: PublicKeyWire): ScAddressWire {
  return { type: Kind.account, accountId };
}

/** An account with the sub-account that its address may name. */
export function muxedAddress(account: MuxedAccountWire): ScAddressWire {
  if (account.type === 0) return accountAddress({ type: 0, ed25519: account.ed25519 });
  return { type: Kind.muxed, muxedAccount: account.med25519 };
}

export function claimableBalanceAddress(balanceId: Uint8Array): ScAddressWire {
  return { type: Kind.claimableBalance, claimableBalanceId: { type: 0, v0: balanceId } };
}

export function poolAddress(liquidityPoolId: Uint8Array): ScAddressWire {
  return { type: Kind.pool, liquidityPoolId };
}

function isIssuer(address: ScAddressWire, asset: AssetWire): boolean {
  const issuer = issuerOf(asset);
  if (!issuer) return false;
  if (address.type === Kind.account) return sameBytes(address.accountId.ed25519, issuer.ed25519);
  return address.type === Kind.muxed && sameBytes(address.muxedAccount.ed25519, issuer.ed25519);
}

function memoValue(memo: MemoWire): ScValWire | undefined {
  switch (memo.type) {
    case 0:
      return undefined;
    case 1:
      return { type: 14, str: memo.text };
    case 2:
      return unsigned(memo.id);
    case 3:
      return { type: 13, bytes: memo.hash };
    case 4:
      return { type: 13, bytes: memo.retHash };
  }
}

/** Topics name the account alone. */
function addressValue(address: ScAddressWire): ScValWire {
  if (address.type !== Kind.muxed) return { type: 18, address };
  return { type: 18, address: accountAddress({ type: 0, ed25519: address.muxedAccount.ed25519 }) };
}

function symbol(name: string): ScValWire {
  return { type: 15, sym: new XdrString(name) };
}

function text(words: string): ScValWire {
  return { type: 14, str: new XdrString(words) };
}

function unsigned(u64: bigint): ScValWire {
  return { type: 5, u64 };
}

function integer(amount: bigint): ScValWire {
  return { type: 10, i128: { hi: amount >> 64n, lo: amount & LOW_64_BITS } };
}
