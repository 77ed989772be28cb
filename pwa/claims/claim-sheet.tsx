import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useMemo } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { leftFacts } from "#pwa/parts/confirming/left-facts.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { useLookUp } from "#pwa/parts/assets/use-asset-facts.ts";
import { agreedFee, type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ClaimCheckOutput } from "#schemas/claims.ts";
import { CLAIMS_ENDPOINTS } from "#schemas/endpoints/claims.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type Claimable, claimTitle, claimWhat, giverOf, isFromNamed } from "./claim-words.ts";
import type { SpamHint } from "./spam-signs.ts";
import { useHints } from "./use-hints.ts";
import { Worth } from "./worth.tsx";
import { answerWords } from "#pwa/platform/language/error-words.ts";

interface ClaimSheetProps {
  readonly claimable: Claimable;
  readonly onClose: () => void;
}

/** What was set aside, the review of its claim, its one confirmation, and what becomes of it; or it is hidden. */
export function ClaimSheet({ claimable, onClose }: ClaimSheetProps) {
  const { balanceId, assetCode, issuer, isHidden } = claimable;
  const calls = useMemo(() => callsFor(balanceId), [balanceId]);
  const title = claimTitle(claimable);
  const confirmation = useConfirmation(calls, claimWhat(claimable));
  const { state } = confirmation;
  const { directory } = useDirectory();
  const asset = useMemo(() => (issuer === "" ? null : { assetCode, issuer }), [assetCode, issuer]);
  const { facts } = useLookUp(asset);
  const hintOf = useHints();
  const hiding = useAction();
  const isOnline = useOnline();
  const check = "check" in state ? state.check : null;
  const hint = hintOf(claimable, { facts, cost: check && costOf(check) });
  const hide = () =>
    hiding.run(async () => {
      await call(CLAIMS_ENDPOINTS.hideClaim, { body: { balanceId, isHidden: !isHidden } });
      onClose();
    });
  return (
    <ReviewSheet
      title={title}
      label={hint.isLikely ? t`Claim it all the same` : t`Confirm and claim`}
      isDangerous={hint.isLikely}
      offline={t`Claiming needs a connection, and so does hiding, which follows you to your other devices.`}
      beside={
        MAY_HIDE.has(state.step) ? (
          <Button variant="ghost" className="sm:me-auto" disabled={!isOnline} loading={hiding.isBusy} onClick={hide}>
            {isHidden ? (
              <Eye aria-hidden="true" className="size-4" />
            ) : (
              <EyeOff aria-hidden="true" className="size-4" />
            )}
            {isHidden ? t`Show again` : t`Hide`}
          </Button>
        ) : null
      }
      renderOutcome={(submission) => (
        <ReviewOutcome submission={submission} words={outcomeWords(assetCode, submission, isOnline)} />
      )}
      {...{ confirmation, onClose }}
    >
      {hiding.notice === null ? null : <Notice tone="error">{hiding.notice}</Notice>}
      <Hint hint={hint} />
      <Origin
        claimable={claimable}
        name={isFromNamed(claimable, directory) ? giverOf(claimable, directory) : undefined}
        homeDomain={facts?.homeDomain ?? null}
      />
      {check === null ? null : <Costs assetCode={assetCode} check={check} />}
    </ReviewSheet>
  );
}

/** While a claim may be under way, it stays in sight. */
const MAY_HIDE: ReadonlySet<string> = new Set(["checking", "unchecked", "review"]);

function Hint({ hint: { signs, isLikely } }: { readonly hint: SpamHint }) {
  if (signs.length === 0) return null;
  return (
    <Notice tone="warn" title={isLikely ? t`This is likely spam` : t`Before you claim it`}>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-4">
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </ul>
      {isLikely ? (
        <p className="mt-2">
          <Trans>
            Anyone can set aside an asset of any name for anyone. Leaving it there costs nothing; you can hide it.
          </Trans>
        </p>
      ) : null}
    </Notice>
  );
}

/** What claiming keeps back and takes, in stroops of XLM. */
function costOf({ reserve, networkFee, isFeeSponsored }: ClaimCheckOutput): bigint {
  return parseAmount(reserve) + (isFeeSponsored ? 0n : parseAmount(networkFee));
}

function callsFor(balanceId: string): ConfirmationCalls<ClaimCheckOutput> {
  return {
    look: (signal) => call(CLAIMS_ENDPOINTS.claimCheck, { body: { balanceId }, signal }),
    confirm: (check, idempotencyKey) =>
      call(CLAIMS_ENDPOINTS.claimBalance, { body: { balanceId, networkFee: agreedFee(check), idempotencyKey } }),
  };
}

interface OriginProps {
  readonly claimable: Claimable;
  /** Of who set it aside; undefined for a stranger. */
  readonly name: string | undefined;
  /** The site that the asset's issuer names. */
  readonly homeDomain: string | null;
}

function Origin({ claimable, name, homeDomain }: OriginProps) {
  const { from, issuer, assetCode, amount, memo, createdAt } = claimable;
  return (
    <Facts
      facts={[
        { name: t`Worth now`, value: <Worth {...{ amount, assetCode, issuer }} withAge /> },
        { name: t`Set aside by`, value: <Address address={from} name={name} /> },
        { name: t`When`, value: <TimeAgo at={createdAt} /> },
        ...(issuer === ""
          ? []
          : [
              {
                name: t`${assetCode} issued by`,
                value: <Address address={issuer} />,
              },
            ]),
        ...(homeDomain === null ? [] : [{ name: t`Its issuer names`, value: <MemoText text={homeDomain} isWhole /> }]),
        ...(memo === "" ? [] : [{ name: t`Memo`, value: <MemoText text={memo} isWhole /> }]),
      ]}
    />
  );
}

function Costs({ assetCode, check }: { readonly assetCode: string; readonly check: ClaimCheckOutput }) {
  return (
    <>
      <Facts
        facts={[
          ...(check.addsAsset
            ? [
                {
                  name: t`Kept aside`,
                  value: (
                    <span className="inline-flex flex-wrap justify-end gap-x-2">
                      <Amount value={check.reserve} assetCode="XLM" />
                      <span className="font-normal text-ink-3">
                        <Worth amount={check.reserve} assetCode="XLM" issuer="" isOptional />
                      </span>
                    </span>
                  ),
                },
              ]
            : []),
          {
            name: t`Network fee, at most`,
            value: check.isFeeSponsored ? t`Paid for you` : <Amount value={check.networkFee} assetCode="XLM" />,
          },
          ...leftFacts(check.left),
        ]}
      />
      {check.addsAsset ? (
        <p className="text-sm text-ink-3">
          <Trans>
            Claiming adds {assetCode} to your assets. The network keeps some XLM aside for it, which is free again when
            you remove the asset.
          </Trans>
        </p>
      ) : null}
    </>
  );
}

function outcomeWords(assetCode: string, { state, ledger, message: english, said }: Submission, isOnline: boolean) {
  const message = answerWords(said, english);
  switch (state) {
    case "confirmed":
      return {
        title: ledger === null ? t`Claimed` : t`Claimed in ledger ${ledger}`,
        text: t`The ${assetCode} is in your account.`,
      };
    case "failed":
      return { title: t`Not claimed`, text: message ?? t`The network refused it.` };
    case "awaiting-signature":
      return {
        title: t`Waiting for your own key`,
        text: t`Sign it with the key that you hold: what waits for it stands above your transactions.`,
      };
    case "ambiguous":
      return { title: t`Being checked`, text: message ?? t`What became of this is not certain yet.` };
    default:
      return {
        title: t`Claiming`,
        text: isOnline
          ? t`Waiting for the ledger to close, a few seconds at most.`
          : t`You are offline. The server carries on, and the result appears once you are connected.`,
      };
  }
}
