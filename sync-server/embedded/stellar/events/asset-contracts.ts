import { xdr } from "@stellar/stellar-sdk";
import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { sha256 } from "#server/embedded/stellar/ledger/transaction.ts";

const MOST_KEPT = 10_000;

/** The ids of assets' contracts, which events come from whether or not a contract was ever made. */
export class AssetContracts {
  readonly #networkId: Uint8Array;
  readonly #known = new Map<string, Uint8Array>();

  constructor(networkId: Uint8Array) {
    this.#networkId = networkId;
  }

  /** The id (32 bytes) of an asset's contract on this network. */
  idOf(asset: AssetWire): Uint8Array {
    const key = assetId(asset);
    const known = this.#known.get(key);
    if (known) return known;
    const contractIdPreimage = { type: 1, fromAsset: asset } as const;
    const contractId = { networkId: this.#networkId, contractIdPreimage };
    const id = sha256(xdr.HashIdPreimage.schema.encode({ type: 8, contractId }));
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(key, id);
    return id;
  }
}
