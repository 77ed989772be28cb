import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { AssetFacts, TrustlineCheckOutput } from "#schemas/trustlines.ts";
import type { AssetName } from "./asset-key.ts";
import type { ChangeState, Submission } from "./change-state.ts";
import { isOver } from "./change-state.ts";
import { warningsOf } from "./facts-words.ts";
import { useChange } from "./use-change.ts";

interface ChangeSheetProps {
  readonly kind: "add" | "remove";
  readonly asset: AssetName;
  /** What is known of it; null where nothing could be read. */
  readonly facts: AssetFacts | null;
  readonly onClose: () => void;
}

/** The review of adding or removing an asset, its one confirmation, and what becomes of it. */
export function ChangeSheet({ kind, asset, facts, onClose }: ChangeSheetProps) {
  const { state, checkAgain, confirm } = useChange(kind, asset);
  const isOnline = useOnline();
  const verb = kind === "add" ? "Add" : "Remove";
  const isSending = state.step === "sending";
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        // Once confirmed, closing must not look like taking it back.
        if (!open && !isSending && state.step !== "unanswered") onClose();
      }}
      title={`${verb} ${asset.assetCode}`}
      footer={<Buttons {...{ kind, state, isOnline, onClose, checkAgain }} onConfirm={() => void confirm()} />}
    >
      <div className="flex flex-col gap-4">
        {state.step === "tracking" ? (
          <Outcome kind={kind} assetCode={asset.assetCode} submission={state.submission} isOnline={isOnline} />
        ) : (
          <>
            <Standing state={state} assetCode={asset.assetCode} />
            {kind === "add" && facts !== null
              ? warningsOf(facts).map((warning) => (
                  <Notice key={warning} tone="warn">
                    {warning}
                  </Notice>
                ))
              : null}
            {"check" in state ? <Costs kind={kind} asset={asset} check={state.check} facts={facts} /> : null}
            {isOnline ? null : <Notice tone="warn">You are offline. This needs a connection.</Notice>}
          </>
        )}
      </div>
    </Sheet>
  );
}

interface ButtonsProps {
  readonly kind: "add" | "remove";
  readonly state: ChangeState;
  readonly isOnline: boolean;
  readonly onClose: () => void;
  readonly checkAgain: () => void;
  readonly onConfirm: () => void;
}

function Buttons({ kind, state, isOnline, onClose, checkAgain, onConfirm }: ButtonsProps) {
  if (state.step === "tracking")
    return <Button onClick={onClose}>{isOver(state.submission) ? "Done" : "Close, it goes on"}</Button>;
  const canConfirm = state.step === "unanswered" || (state.step === "review" && state.check.refusals.length === 0);
  return (
    <>
      <Button variant="ghost" onClick={onClose} disabled={state.step === "sending"}>
        {state.step === "unanswered" ? "Close" : "Back"}
      </Button>
      {state.step === "unchecked" ? (
        <Button onClick={checkAgain} disabled={!isOnline}>
          Try again
        </Button>
      ) : (
        <Button
          variant={kind === "add" ? "primary" : "danger"}
          loading={state.step === "sending"}
          disabled={!isOnline || (!canConfirm && state.step !== "sending")}
          onClick={onConfirm}
        >
          {state.step === "unanswered" ? "Ask again" : kind === "add" ? "Confirm and add" : "Confirm and remove"}
        </Button>
      )}
    </>
  );
}

/** What stands against it, or went wrong. */
function Standing({ state, assetCode }: { readonly state: ChangeState; readonly assetCode: string }) {
  if (state.step === "checking")
    return (
      <div role="status" aria-label="Looking up what it takes">
        <Skeleton className="h-32 w-full" />
      </div>
    );
  if (state.step === "unchecked") return <Notice tone="error">{state.message}</Notice>;
  if (state.step === "unanswered")
    return (
      <Notice tone="warn" title="The server's answer got lost">
        It may have begun or not. Asking again cannot do it twice.
      </Notice>
    );
  if (state.step !== "review") return null;
  const { refusals } = state.check;
  return (
    <>
      {state.notice !== null && refusals.length === 0 ? <Notice tone="error">{state.notice}</Notice> : null}
      {refusals.map(({ code, message }) => (
        <Notice key={code} tone="error">
          {message}
          {code === "trustline-balance-left" ? <LeftHint assetCode={assetCode} /> : null}
        </Notice>
      ))}
    </>
  );
}

function LeftHint({ assetCode }: { readonly assetCode: string }) {
  return <> Only an asset of which nothing is left can be removed, so that no {assetCode} is lost.</>;
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
          { name: "Asset", value: asset.assetCode },
          {
            name: "Issued by",
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
            name: kind === "add" ? "Kept aside" : "Free again",
            value: <Amount value={check.reserve} assetCode="XLM" />,
          },
          {
            name: "Network fee, at most",
            value: check.isFeeSponsored ? "Paid for you" : <Amount value={check.networkFee} assetCode="XLM" />,
          },
        ]}
      />
      <p className="text-sm text-ink-3">
        {kind === "add"
          ? "The network keeps some XLM aside for each asset you hold. It stays yours, and is free again when you remove the asset."
          : "What the network kept aside for this asset becomes yours to spend. You can add the asset again at any time."}
      </p>
    </>
  );
}

interface OutcomeProps {
  readonly kind: "add" | "remove";
  readonly assetCode: string;
  readonly submission: Submission;
  readonly isOnline: boolean;
}

function Outcome({ kind, assetCode, submission, isOnline }: OutcomeProps) {
  const { title, text } = outcomeWords(kind, assetCode, submission, isOnline);
  return (
    <div role="status" aria-live="polite" className="flex flex-col items-center py-4 text-center">
      {submission.state === "confirmed" ? (
        <CircleCheck aria-hidden="true" className="size-14 text-up" />
      ) : submission.state === "failed" ? (
        <CircleX aria-hidden="true" className="size-14 text-down" />
      ) : (
        <LoaderCircle aria-hidden="true" className="size-14 animate-spin text-accent" />
      )}
      <p className="mt-4 text-lg font-semibold">{title}</p>
      <p className="mt-1 max-w-sm text-sm text-ink-2">{text}</p>
    </div>
  );
}

function outcomeWords(
  kind: "add" | "remove",
  assetCode: string,
  { state, ledger, message }: Submission,
  isOnline: boolean,
) {
  const place = ledger === null ? "" : ` in ledger ${ledger}`;
  switch (state) {
    case "confirmed":
      return kind === "add"
        ? { title: `Added${place}`, text: `Your account can receive ${assetCode} now.` }
        : { title: `Removed${place}`, text: `Your account holds ${assetCode} no more.` };
    case "failed":
      return { title: kind === "add" ? "Not added" : "Not removed", text: message ?? "The network refused it." };
    case "ambiguous":
      return { title: "Being checked", text: message ?? "What became of this is not certain yet." };
    default:
      return {
        title: kind === "add" ? "Adding" : "Removing",
        text: isOnline
          ? "Waiting for the ledger to close, a few seconds at most."
          : "You are offline. The server carries on, and the result appears once you are connected.",
      };
  }
}
