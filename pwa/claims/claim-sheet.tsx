import { useMemo } from "react";
import { ChangeButtons, ChangeOutcome, ChangeStanding } from "#pwa/assets/change-parts.tsx";
import type { Submission } from "#pwa/assets/change-state.ts";
import { agreedFee, type ChangeCalls, useChange } from "#pwa/assets/use-change.ts";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ClaimCheckOutput } from "#schemas/claims.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { type Claimable, giverOf, isFromKnown } from "./claim-words.ts";

interface ClaimSheetProps {
  readonly claimable: Claimable;
  readonly onClose: () => void;
}

/** The review of a claim, its one confirmation, and what becomes of it. */
export function ClaimSheet({ claimable, onClose }: ClaimSheetProps) {
  const { balanceId, assetCode, amount } = claimable;
  const calls = useMemo(() => callsFor(balanceId), [balanceId]);
  const { state, checkAgain, confirm } = useChange(calls);
  const { directory } = useDirectory();
  const isOnline = useOnline();
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        // Once confirmed, closing must not look like taking it back.
        if (!open && state.step !== "sending" && state.step !== "unanswered") onClose();
      }}
      title={`Claim ${formatAmountText(amount)} ${assetCode}`}
      footer={
        <ChangeButtons
          label="Confirm and claim"
          onConfirm={() => void confirm()}
          {...{ state, isOnline, onClose, checkAgain }}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {state.step === "tracking" ? (
          <ChangeOutcome submission={state.submission} words={outcomeWords(assetCode, state.submission, isOnline)} />
        ) : (
          <>
            <ChangeStanding state={state} />
            {isFromKnown(claimable, directory) ? null : (
              <Notice tone="warn">
                You do not know who set this aside. Anyone can send an asset of any name, and most that come unasked are
                worth nothing. Open no site that its memo or name tells you to.
              </Notice>
            )}
            <Origin claimable={claimable} giver={giverOf(claimable, directory)} />
            {"check" in state ? <Costs assetCode={assetCode} check={state.check} /> : null}
            {isOnline ? null : <Notice tone="warn">You are offline. Claiming needs a connection.</Notice>}
          </>
        )}
      </div>
    </Sheet>
  );
}

function callsFor(balanceId: string): ChangeCalls<ClaimCheckOutput> {
  return {
    look: (signal) => call(ENDPOINTS.claimCheck, { body: { balanceId }, signal }),
    confirm: (check, idempotencyKey) =>
      call(ENDPOINTS.claimBalance, { body: { balanceId, networkFee: agreedFee(check), idempotencyKey } }),
  };
}

function Origin({ claimable, giver }: { readonly claimable: Claimable; readonly giver: string }) {
  const { from, issuer, assetCode, memo, createdAt } = claimable;
  return (
    <Facts
      facts={[
        { name: "Set aside by", value: <span title={from}>{giver}</span> },
        { name: "When", value: <TimeAgo at={createdAt} /> },
        ...(issuer === ""
          ? []
          : [
              {
                name: `${assetCode} issued by`,
                value: (
                  <span title={issuer} className="font-mono">
                    {shortenAddress(issuer)}
                  </span>
                ),
              },
            ]),
        ...(memo === "" ? [] : [{ name: "Memo", value: memo }]),
      ]}
    />
  );
}

function Costs({ assetCode, check }: { readonly assetCode: string; readonly check: ClaimCheckOutput }) {
  return (
    <>
      <Facts
        facts={[
          ...(check.addsAsset ? [{ name: "Kept aside", value: <Amount value={check.reserve} assetCode="XLM" /> }] : []),
          {
            name: "Network fee, at most",
            value: check.isFeeSponsored ? "Paid for you" : <Amount value={check.networkFee} assetCode="XLM" />,
          },
        ]}
      />
      {check.addsAsset ? (
        <p className="text-sm text-ink-3">
          Claiming adds {assetCode} to your assets. The network keeps some XLM aside for it, which is free again when
          you remove the asset.
        </p>
      ) : null}
    </>
  );
}

function outcomeWords(assetCode: string, { state, ledger, message }: Submission, isOnline: boolean) {
  switch (state) {
    case "confirmed":
      return {
        title: ledger === null ? "Claimed" : `Claimed in ledger ${ledger}`,
        text: `The ${assetCode} is in your account.`,
      };
    case "failed":
      return { title: "Not claimed", text: message ?? "The network refused it." };
    case "awaiting-signature":
      return {
        title: "Waiting for your own key",
        text: "Sign it with the key that you hold: what waits for it stands above your transactions.",
      };
    case "ambiguous":
      return { title: "Being checked", text: message ?? "What became of this is not certain yet." };
    default:
      return {
        title: "Claiming",
        text: isOnline
          ? "Waiting for the ledger to close, a few seconds at most."
          : "You are offline. The server carries on, and the result appears once you are connected.",
      };
  }
}
