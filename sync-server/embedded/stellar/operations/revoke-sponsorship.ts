import { xdr } from "@stellar/stellar-sdk";
import type {
  LedgerEntryWire,
  LedgerKeyWire,
  OperationResultTrWire,
  PublicKeyWire,
  RevokeSponsorshipOpWire,
  RevokeSponsorshipResultWire,
  SignerKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { isIssuer, isTrustLineAssetValid } from "#server/embedded/stellar/ledger/assets.ts";
import { keyOf, ownerOf, sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { findSigner } from "#server/embedded/stellar/ledger/signers.ts";
import {
  canSponsor,
  canUnsponsor,
  establishSignerSponsorship,
  establishSponsorship,
  mustLoad,
  removeSignerSponsorship,
  removeSponsorship,
  reserveUnits,
  signerSponsor,
  sponsorIn,
  transferSponsorship,
} from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { ReserveOutcome } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { isPlainText } from "#server/embedded/stellar/ledger/text.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.RevokeSponsorshipResultCode.schema;

export function revokeSponsorship(op: RevokeSponsorshipOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () =>
      op.type === 0 && isMalformed(op.ledgerKey) ? refuse(result(Code.revokeSponsorshipMalformed)) : undefined,
    apply: (context) =>
      op.type === 0
        ? revokeEntry(op.ledgerKey, context)
        : revokeSigner(op.signer.accountId, op.signer.signerKey, context),
  };
}

function isMalformed(key: LedgerKeyWire): boolean {
  switch (key.type) {
    case 0:
    case 4:
      return false;
    case 1: {
      const { accountId, asset } = key.trustLine;
      return !isTrustLineAssetValid(asset) || asset.type === 0 || isIssuer(accountId, asset);
    }
    case 2:
      return key.offer.offerId <= 0n;
    case 3:
      return key.data.dataName.length < 1 || !isPlainText(key.data.dataName.bytes);
    default:
      return true;
  }
}

/** The account that would pay for the entry without a sponsor. */
function payerOf(entry: LedgerEntryWire): PublicKeyWire {
  const payer = ownerOf(entry) ?? sponsorIn(entry);
  if (!payer) throw new Error("claimable balance without a sponsor");
  return payer;
}

function revokeEntry(ledgerKey: LedgerKeyWire, { state, source }: OperationContext): Outcome {
  const key = keyOf(ledgerKey);
  const entry = key === undefined ? undefined : state.load(key);
  if (!entry) return refuse(result(Code.revokeSponsorshipDoesNotExist));
  const sponsor = sponsorIn(entry);
  const payer = payerOf(entry);
  if (!sameAccount(sponsor ?? payer, source)) return refuse(result(Code.revokeSponsorshipNotSponsor));
  const nextSponsor = sponsorOtherThan(payer, state.sponsorOf(source));
  if (!nextSponsor && entry.data.type === 4) return refuse(result(Code.revokeSponsorshipOnlyTransferable));

  const { header } = state;
  const units = reserveUnits(entry);
  if (sponsor && nextSponsor) {
    const from = mustLoad(state, sponsor);
    const to = mustLoad(state, nextSponsor);
    const outcome = canSponsor(header, units, to, undefined);
    if (outcome !== "ok") return unable(outcome);
    transferSponsorship(entry, from, to);
  } else if (sponsor) {
    const from = mustLoad(state, sponsor);
    const owner = entry.data.type === 0 ? entry.data.account : mustLoad(state, payer);
    const outcome = canUnsponsor(header, units, owner);
    if (outcome !== "ok") return unable(outcome);
    removeSponsorship(entry, from, owner);
  } else if (nextSponsor) {
    const to = mustLoad(state, nextSponsor);
    const owner = entry.data.type === 0 ? entry.data.account : mustLoad(state, payer);
    const outcome = canSponsor(header, units, to, owner);
    if (outcome !== "ok") return unable(outcome);
    establishSponsorship(entry, to, owner);
  }
  return succeed(result(Code.revokeSponsorshipSuccess));
}

function revokeSigner(accountId: PublicKeyWire, key: SignerKeyWire, { state, source }: OperationContext): Outcome {
  const account = state.loadAccount(accountId);
  if (!account) return refuse(result(Code.revokeSponsorshipDoesNotExist));
  const { found, index } = findSigner(account, key);
  if (!found) return refuse(result(Code.revokeSponsorshipDoesNotExist));
  const sponsor = signerSponsor(account, index);
  if (!sameAccount(sponsor ?? accountId, source)) return refuse(result(Code.revokeSponsorshipNotSponsor));
  const nextSponsor = sponsorOtherThan(accountId, state.sponsorOf(source));

  const { header } = state;
  if (sponsor && nextSponsor) {
    const from = mustLoad(state, sponsor);
    const to = mustLoad(state, nextSponsor);
    const outcome = canSponsor(header, 1, to, undefined);
    if (outcome !== "ok") return unable(outcome);
    removeSignerSponsorship(account, index, from);
    establishSignerSponsorship(account, index, to);
  } else if (sponsor) {
    const from = mustLoad(state, sponsor);
    const outcome = canUnsponsor(header, 1, account);
    if (outcome !== "ok") return unable(outcome);
    removeSignerSponsorship(account, index, from);
  } else if (nextSponsor) {
    const to = mustLoad(state, nextSponsor);
    const outcome = canSponsor(header, 1, to, account);
    if (outcome !== "ok") return unable(outcome);
    establishSignerSponsorship(account, index, to);
  }
  return succeed(result(Code.revokeSponsorshipSuccess));
}

function sponsorOtherThan(payer: PublicKeyWire, sponsor: PublicKeyWire | undefined): PublicKeyWire | undefined {
  return sponsor && !sameAccount(sponsor, payer) ? sponsor : undefined;
}

function unable(outcome: Exclude<ReserveOutcome, "ok">): Outcome {
  return outcome === "low-reserve" ? refuse(result(Code.revokeSponsorshipLowReserve)) : Refusal.tooManySponsoring;
}

function result(code: RevokeSponsorshipResultWire["code"]): OperationResultTrWire {
  return { type: 18, revokeSponsorshipResult: { code } };
}
