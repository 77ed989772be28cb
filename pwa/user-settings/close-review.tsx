import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { dollars } from "#pwa/parts/affiliate/dollars.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { call } from "#pwa/platform/api/call.ts";
import { markClosing } from "#pwa/parts/session/closing-mark.ts";
import { FIELD_OF_PROOF } from "#pwa/parts/confirming/proof-fields.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { RestProof, useRestProof } from "./rest-proof.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { LookAlikeWarning, type ReviewFacts, reviewFacts, useComparison, usePaidBefore } from "#pwa/send/door.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { parseAmount } from "#schemas/values/money.ts";
import { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import { CloseMoves, Part } from "./close-moves.tsx";
import { CloseStanding, SetAside } from "./close-standing.tsx";
import { isNameRepeated, type Rest, reviewOfRest, waitWords } from "./closing.ts";

const FIELDS = ["name", "password", "code"];

interface CloseReviewProps {
  readonly title: string;
  readonly rest: Rest | null;
  readonly dismiss: string;
  /** The network has to send the rest first. */
  readonly onClosing: () => void;
  /** It waits first. */
  readonly onAnnounced: () => void;
  readonly onClose: () => void;
}

/** Everything that closing does, and the last word. */
export function CloseReview({ title, rest, dismiss, onClosing, onAnnounced, onClose }: CloseReviewProps) {
  const { user, logout } = useSession();
  const [name, setName] = useState("");
  const proof = useRestProof(rest);
  const action = useAction(FIELDS, FIELD_OF_PROOF);
  const username = user?.username ?? "";
  const facts = useRestFacts(rest);
  const address = rest?.check.recipient.address ?? null;
  const lookAlikes = facts?.lookAlikes ?? [];
  const comparison = useComparison(address, lookAlikes);
  const announced = rest?.review.announced ?? null;
  const refusals = rest?.review.refusals ?? [];
  const givenUp = useRows("affiliate_program").rows.reduce(
    (sum, { pendingReward, payableReward }) => sum + parseAmount(pendingReward) + parseAmount(payableReward),
    0n,
  );
  const amount = dollars(givenUp);

  function submit() {
    if (!isNameRepeated(name, username)) return action.refuse({ name: t`Write ${username} to close this account` });
    const missing = proof.missing();
    if (missing !== null) return action.refuse(missing);
    const shown = proof.take();
    return action.run(async () => {
      const { state } = await call(CLOSING_ENDPOINTS.closeAccount, { body: { ...wayOf(rest), ...shown } });
      if (state === "closed") return logout();
      if (state === "announced") return onAnnounced();
      if (user !== null) markClosing(user.id);
      return onClosing();
    });
  }

  return (
    <FormSheet
      title={title}
      description={
        announced === null
          ? t`Look at everything once more. This cannot be undone.`
          : t`Look at everything once more. It is announced first: until it happens, you can keep your account on any device.`
      }
      tone="danger"
      action={action}
      submit={announced === null ? t`Close for good` : t`Announce the closing`}
      submitting={announced === null ? t({ message: "Closing", context: "an account" }) : t`Announcing`}
      dismiss={dismiss}
      // Whoever is warned late is not warned.
      isReady={facts?.isLookingUp !== true && comparison.isDone && refusals.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {address === null ? null : <LookAlikeWarning address={address} lookAlikes={lookAlikes} comparison={comparison} />}
      <CloseStanding refusals={refusals} />
      {rest === null || facts === null ? null : <RestFacts rest={rest} facts={facts} />}
      <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
        {givenUp === 0n ? null : <li>{t`Affiliate rewards that were not paid yet are given up: ${amount}.`}</li>}
        <li>
          <Trans>Then you are signed out on all devices, and nobody can sign in to this account again.</Trans>
        </li>
        <li>
          <Trans>Your contacts, settings, passkeys and the list of your sign-ins are erased.</Trans>
        </li>
        <li>
          <Trans>Your name and email are no longer kept with it. What is on the Stellar ledger stays there.</Trans>
        </li>
      </ul>
      <TextField
        label={t`Write your username, ${username}`}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        error={action.issues["name"]}
        onChange={(event) => setName(event.target.value)}
      />
      <RestProof proof={proof} issues={action.issues} isBusy={action.isBusy} />
    </FormSheet>
  );
}

/** Where it goes, and whether it waits: as the review said, and no otherwise. */
function wayOf(rest: Rest | null) {
  if (rest === null) return {};
  const { review, memo } = rest;
  return {
    sendRestTo: review.to.address,
    ...(memo !== "" && { memo }),
    ...(review.announced !== null && { announce: true }),
  };
}

/** What the review of a payment of it would tell; null where nothing is left to be paid. */
function useRestFacts(rest: Rest | null): ReviewFacts | null {
  const { directory } = useDirectory();
  const hasPaidBefore = usePaidBefore(rest?.check.recipient.address ?? null);
  return rest === null ? null : reviewFacts(reviewOfRest(rest), directory, hasPaidBefore);
}

function RestFacts({ rest: { review, memo }, facts }: { readonly rest: Rest; readonly facts: ReviewFacts }) {
  const { announced } = review;
  return (
    <>
      {announced === null ? null : (
        <Notice title={waitWords(announced.waitHours)}>
          {announced.reasons.map((reason) => (
            <p key={reason.code}>{refusalWords(reason)}</p>
          ))}
          <p>
            <Trans>
              You need not raise anything: closing waits as long as that would. You are told on every device and by
              mail.
            </Trans>
          </p>
        </Notice>
      )}
      {review.needsApproval ? (
        <Notice>
          <Trans>An operator has to let it go: it is beyond what they let leave on its own.</Trans>
        </Notice>
      ) : null}
      {review.needsOwnKey ? (
        <Notice>
          <Trans>The key that you hold has to sign each transaction of it, as with every payment of yours.</Trans>
        </Notice>
      ) : null}
      <SetAside setAside={review.setAside} />
      <Part title={t`Where it goes`}>
        <Facts
          facts={[
            ...(facts.name === null
              ? []
              : [{ name: t({ message: "To", context: "recipient" }), value: <MemoText text={facts.name} /> }]),
            { name: t`Address`, value: <span className="font-mono text-xs break-all">{review.to.address}</span> },
            {
              name: t`Memo`,
              value: memo === "" ? t({ message: "None", context: "no memo" }) : <MemoText text={memo} isWhole />,
            },
          ]}
        />
      </Part>
      <CloseMoves review={review} />
      {facts.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
    </>
  );
}
