import { xdr } from "@stellar/stellar-sdk";
import type {
  AssetWire,
  ChangeTrustOpWire,
  ChangeTrustResultWire,
  LedgerEntryWire,
  OperationResultTrWire,
  PublicKeyWire,
  TrustLineAssetWire,
} from "@stellar/stellar-sdk/xdr";
import {
  isChangeTrustAssetValid,
  isIssuer,
  issuerOf,
  trustLineAssetOf,
} from "#server/embedded/stellar/ledger/assets.ts";
import { poolKey, trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { AccountFlag, LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import {
  lineLiabilities,
  mayMaintainLiabilities,
  poolUseCount,
  preparePoolUse,
  trustLineIn,
} from "#server/embedded/stellar/ledger/lines.ts";
import { leavePool } from "#server/embedded/stellar/ledger/pools.ts";
import { mustLoad, releaseEntry, reserveForNewEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.ChangeTrustResultCode.schema;

export function changeTrust(op: ChangeTrustOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: (source) =>
      op.limit < 0n || !isChangeTrustAssetValid(op.line) || op.line.type === 0 || isIssuer(source, op.line)
        ? refuse(result(Code.changeTrustMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply(op: ChangeTrustOpWire, { state, source }: OperationContext): Outcome {
  const asset = trustLineAssetOf(op.line);
  const existing = state.load(trustlineKey(source, asset));
  if (!existing) return addLine(op, asset, state, source);
  const line = trustLineIn(existing);
  if (!line) throw new Error("trust line expected");
  if (op.limit < line.balance + lineLiabilities(line).buying) return refuse(result(Code.changeTrustInvalidLimit));
  if (op.limit === 0n) return removeLine(existing, asset, state, source);
  if (issuerMissing(op, state)) return refuse(result(Code.changeTrustNoIssuer));
  line.limit = op.limit;
  return succeed(result(Code.changeTrustSuccess));
}

function removeLine(entry: LedgerEntryWire, asset: TrustLineAssetWire, state: LedgerState, source: PublicKeyWire) {
  const line = trustLineIn(entry);
  if (line && asset.type !== 3 && poolUseCount(line) !== 0) return refuse(result(Code.changeTrustCannotDelete));
  releaseEntry(state, entry, mustLoad(state, source));
  state.erase(trustlineKey(source, asset));
  if (asset.type === 3) leavePool(state, source, asset.liquidityPoolId);
  return succeed(result(Code.changeTrustSuccess));
}

function addLine(op: ChangeTrustOpWire, asset: TrustLineAssetWire, state: LedgerState, source: PublicKeyWire): Outcome {
  if (op.limit === 0n) return refuse(result(Code.changeTrustInvalidLimit));
  if (issuerMissing(op, state)) return refuse(result(Code.changeTrustNoIssuer));
  const refusal = joinPool(op, asset, state, source);
  if (refusal) return refusal;
  const entry: LedgerEntryWire = {
    lastModifiedLedgerSeq: 0,
    data: {
      type: 1,
      trustLine: {
        accountId: source,
        asset,
        balance: 0n,
        limit: op.limit,
        flags: newLineFlags(op, state),
        ext: { v: 0 },
      },
    },
    ext: { v: 0 },
  };
  switch (reserveForNewEntry(state, entry, mustLoad(state, source))) {
    case "low-reserve":
      return refuse(result(Code.changeTrustLowReserve));
    case "too-many-subentries":
      return Refusal.tooManySubentries;
    case "too-many-sponsoring":
    case "too-many-sponsored":
      return Refusal.tooManySponsoring;
    case "ok":
  }
  state.create(entry);
  return succeed(result(Code.changeTrustSuccess));
}

function issuerMissing(op: ChangeTrustOpWire, state: LedgerState): boolean {
  const issuer = issuerOf(op.line);
  return issuer !== undefined && !state.peekAccount(issuer);
}

function newLineFlags(op: ChangeTrustOpWire, state: LedgerState): number {
  const issuerId = issuerOf(op.line);
  const issuer = issuerId && state.peekAccount(issuerId);
  if (!issuer) return 0;
  const authorized = issuer.flags & AccountFlag.required ? 0 : LineFlag.authorized;
  return authorized | (issuer.flags & AccountFlag.clawback ? LineFlag.clawback : 0);
}

function joinPool(
  op: ChangeTrustOpWire,
  asset: TrustLineAssetWire,
  state: LedgerState,
  source: PublicKeyWire,
): Outcome | undefined {
  if (op.line.type !== 3 || asset.type !== 3) return undefined;
  const params = op.line.liquidityPool.constantProduct;
  const refusal = usePoolAsset(state, source, params.assetA) ?? usePoolAsset(state, source, params.assetB);
  if (refusal) return refusal;
  const pool = state.load(poolKey(asset.liquidityPoolId));
  if (pool?.data.type === 5) {
    pool.data.liquidityPool.body.constantProduct.poolSharesTrustLineCount += 1n;
    return undefined;
  }
  const constantProduct = { params, reserveA: 0n, reserveB: 0n, totalPoolShares: 0n, poolSharesTrustLineCount: 1n };
  state.create({
    lastModifiedLedgerSeq: 0,
    data: {
      type: 5,
      liquidityPool: { liquidityPoolId: asset.liquidityPoolId, body: { type: 0, constantProduct } },
    },
    ext: { v: 0 },
  });
  return undefined;
}

function usePoolAsset(state: LedgerState, source: PublicKeyWire, asset: AssetWire): Outcome | undefined {
  if (asset.type === 0 || isIssuer(source, asset)) return undefined;
  const line = trustLineIn(state.load(trustlineKey(source, asset)));
  if (!line) return refuse(result(Code.changeTrustTrustLineMissing));
  if (!mayMaintainLiabilities(line)) return refuse(result(Code.changeTrustNotAuthMaintainLiabilities));
  preparePoolUse(line).liquidityPoolUseCount += 1;
  return undefined;
}

function result(code: ChangeTrustResultWire["code"]): OperationResultTrWire {
  return { type: 6, changeTrustResult: { code } };
}
