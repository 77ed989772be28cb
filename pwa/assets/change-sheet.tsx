import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import type { AssetFacts, TrustlineCheckOutput } from "#schemas/trustlines.ts";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { leftFacts } from "#pwa/parts/confirming/left-facts.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { warningsOf } from "#pwa/parts/assets/facts-words.ts";
import { agreedFee, type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what, whatWords } from "#pwa/parts/confirming/what-words.ts";
import { answerWords } from "#pwa/platform/language/error-words.ts";

interface ChangeSheetProps {
  readonly kind: "add" | "remove";
  readonly asset: AssetName;
  /** What is known of it; null where nothing could be read. */
  readonly facts: AssetFacts | null;
  readonly onClose: () => void;
}

/** The review of adding or removing an asset, its one confirmation, and what becomes of it. */
export function ChangeSheet({ kind, asset, facts, onClose }: ChangeSheetProps) {
  const { assetCode, issuer } = asset;
  const calls = useMemo(() => callsFor(kind, { assetCode, issuer }), [kind, assetCode, issuer]);
  const named = what(kind === "add" ? "asset-add" : "asset-remove", { assetCode });
  const confirmation = useConfirmation(calls, named);
  const { state } = confirmation;
  return (
    <ReviewSheet
      title={whatWords(named)}
      label={kind === "add" ? t`Confirm and add` : t`Confirm and remove`}
      isDangerous={kind === "remove"}
      hintOf={(code) => hintOf(code, assetCode)}
      renderOutcome={(submission, isOnline) => (
        <ReviewOutcome submission={submission} words={outcomeWords(kind, assetCode, submission, isOnline)} />
      )}
      {...{ confirmation, onClose }}
    >
      {kind === "add" && facts !== null
        ? warningsOf(facts).map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))
        : null}
      {"check" in state ? <Costs kind={kind} asset={asset} check={state.check} facts={facts} /> : null}
    </ReviewSheet>
  );
}

function callsFor(kind: "add" | "remove", asset: AssetName): ConfirmationCalls<TrustlineCheckOutput> {
  return {
    look: (signal) => call(ASSETS_ENDPOINTS.checkTrustline, { body: { ...asset, change: kind }, signal }),
    confirm: (check, idempotencyKey) =>
      call(kind === "add" ? ASSETS_ENDPOINTS.addTrustline : ASSETS_ENDPOINTS.removeTrustline, {
        body: { ...asset, networkFee: agreedFee(check), idempotencyKey },
      }),
  };
}

function hintOf(code: string, assetCode: string): string {
  if (code !== "trustline-balance-left") return "";
  return ` ${t`Only an asset of which nothing is left can be removed, so that no ${assetCode} is lost.`}`;
}

interface CostsProps {
  readonly kind: "add" | "remove";
  readonly asset: AssetName;
  readonly check: TrustlineCheckOutput;
  readonly facts: AssetFacts | null;
}

function Costs({ kind, asset, check, facts }: CostsProps) {
  return (
    <>
      <Facts
        facts={[
          { name: t`Asset`, value: asset.assetCode },
          {
            name: t`Issued by`,
            value: (
              <>
                {facts?.proof === "mutual" ? <span className="block">{facts.homeDomain}</span> : null}
                <span title={asset.issuer} className="font-mono">
                  {shortenAddress(asset.issuer)}
                </span>
              </>
            ),
          },
          {
            name: kind === "add" ? t`Kept aside` : t`Free again`,
            value: <Amount value={check.reserve} assetCode="XLM" />,
          },
          {
            name: t`Network fee, at most`,
            value: check.isFeeSponsored ? t`Paid for you` : <Amount value={check.networkFee} assetCode="XLM" />,
          },
          ...leftFacts(check.left),
        ]}
      />
      <p className="text-sm text-ink-3">
        {kind === "add"
          ? t`The network keeps some XLM aside for each asset you hold. It stays yours, and is free again when you remove the asset.`
          : t`What the network kept aside for this asset becomes yours to spend. You can add the asset again at any time.`}
      </p>
    </>
  );
}

function outcomeWords(
  kind: "add" | "remove",
  assetCode: string,
  { state, ledger, message: english, said }: Submission,
  isOnline: boolean,
) {
  const message = answerWords(said, english);
  switch (state) {
    case "confirmed":
      return kind === "add"
        ? {
            title: ledger === null ? t`Added` : t`Added in ledger ${ledger}`,
            text: t`Your account can receive ${assetCode} now.`,
          }
        : {
            title: ledger === null ? t`Removed` : t`Removed in ledger ${ledger}`,
            text: t`Your account holds ${assetCode} no more.`,
          };
    case "failed":
      return { title: kind === "add" ? t`Not added` : t`Not removed`, text: message ?? t`The network refused it.` };
    case "awaiting-signature":
      return {
        title: t`Waiting for your own key`,
        text: t`Sign it with the key that you hold: what waits for it stands above your transactions.`,
      };
    case "ambiguous":
      return { title: t`Being checked`, text: message ?? t`What became of this is not certain yet.` };
    default:
      return {
        title: kind === "add" ? t`Adding` : t`Removing`,
        text: isOnline
          ? t`Waiting for the ledger to close, a few seconds at most.`
          : t`You are offline. The server carries on, and the result appears once you are connected.`,
      };
  }
}
