import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { useFollowed } from "#pwa/parts/confirming/use-followed.ts";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { Signable } from "#schemas/multisig.ts";
import { isOver } from "#schemas/wallet.ts";
import { SignFields } from "./sign-fields.tsx";
import { useMultisig } from "./use-multisig.ts";
import { useReturned } from "./use-returned.ts";
import { outcomeWords, type Receiver, receiversOf, titleOf } from "./words.ts";

const WATCH_EVERY_MS = 1500;

interface SignSheetProps {
  readonly submissionId: number;
  readonly onClose: () => void;
}

/** What waits to be signed with one's own key, brought there and back, and what becomes of it. */
export function SignSheet({ submissionId, onClose }: SignSheetProps) {
  const submission = useFollowed(submissionId);
  if (submission !== null) return <Signing submission={submission} onClose={onClose} />;
  return (
    <Sheet
      title={t`Your signature`}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Close, it goes on</Trans>
        </Button>
      }
    >
      <div role="status" aria-label={t`Looking up what there is to sign`}>
        <Skeleton className="h-32 w-full" />
      </div>
    </Sheet>
  );
}

interface SigningProps {
  /** Followed by whoever shows this. */
  readonly submission: Submission;
  readonly onClose: () => void;
}

/** The same for one that is followed already. */
export function Signing({ submission, onClose }: SigningProps) {
  const multisig = useMultisig(WATCH_EVERY_MS);
  const waiting = multisig.value?.waiting.find(({ id }) => id === submission.id) ?? null;
  const toSign = submission.state === "awaiting-signature" ? (waiting?.toSign ?? null) : null;
  if (waiting !== null && toSign !== null && !toSign.isReturned)
    return (
      <SignForm
        // Made anew, it is another one to sign.
        key={toSign.hash}
        signable={waiting}
        toSign={toSign}
        networkPassphrase={multisig.value?.networkPassphrase ?? ""}
        onChanged={multisig.refresh}
        onClose={onClose}
      />
    );
  return (
    <Sheet
      title={t`Your signature`}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          {isOver(submission) ? t({ message: "Done", context: "button" }) : t`Close, it goes on`}
        </Button>
      }
    >
      <ReviewOutcome submission={submission} words={outcomeWords(submission)} />
    </Sheet>
  );
}

interface SignFormProps {
  readonly signable: Signable;
  readonly toSign: NonNullable<Signable["toSign"]>;
  readonly networkPassphrase: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function SignForm({ signable, toSign, networkPassphrase, onChanged, onClose }: SignFormProps) {
  const action = useAction();
  const givingUp = useAction();
  const { fields, read } = useReturned();
  const { id } = signable;

  function bringBack() {
    const signedXdr = read();
    if (signedXdr === null) return;
    action.run(async () => {
      await call(MULTISIG_ENDPOINTS.returnSignature, { params: { id }, body: { signedXdr } });
      onChanged();
    });
  }

  return (
    <FormSheet
      title={t`Sign with your own key`}
      description={t`Nothing of ours is on it yet: we sign last, once yours is back.`}
      action={action}
      submit={t`Bring it back and send`}
      submitting={t`Checking`}
      dismiss={t({ message: "Later", context: "button: sign it later" })}
      onSubmit={bringBack}
      onClose={onClose}
    >
      <WhatIsSigned signable={signable} expiresAt={toSign.expiresAt} />
      <SignFields
        outgoing={{ xdr: toSign.xdr, key: toSign.key, networkPassphrase }}
        fileName={`astrolabe-${id}`}
        {...fields}
      />
      {givingUp.notice === null ? null : <Notice tone="error">{givingUp.notice}</Notice>}
      <Button
        variant="ghost"
        loading={givingUp.isBusy}
        onClick={() =>
          givingUp.run(async () => {
            await call(MULTISIG_ENDPOINTS.giveUpSubmission, { params: { id } });
            onChanged();
          })
        }
      >
        <Trans>Give it up, so that it is never sent</Trans>
      </Button>
    </FormSheet>
  );
}

function WhatIsSigned({ signable, expiresAt }: { readonly signable: Signable; readonly expiresAt: string }) {
  const { directory } = useDirectory();
  const { operations, memo, networkFee, isFeeSponsored } = signable;
  const receivers = receiversOf(operations);
  return (
    <Facts
      facts={[
        { name: t({ message: "What", context: "what is signed" }), value: titleOf(signable, directory.nameOf) },
        ...(receivers.length === 0
          ? []
          : [
              {
                name: t({ message: "To", context: "recipient" }),
                value: <Receivers receivers={receivers} nameOf={directory.nameOf} />,
              },
            ]),
        ...(memo === "" ? [] : [{ name: t`Memo`, value: <MemoText text={memo} isWhole /> }]),
        {
          name: t`Network fee, at most`,
          value: isFeeSponsored ? t`Paid for you` : <Amount value={networkFee} assetCode="XLM" />,
        },
        { name: t`Sign it until`, value: formatDate(Date.parse(expiresAt), { withTime: true }) },
      ]}
    />
  );
}

interface ReceiversProps {
  readonly receivers: readonly Receiver[];
  readonly nameOf: (address: string) => string | null;
}

/** Each receiver with what they get, where there are several: the operator's fee goes to another address. */
function Receivers({ receivers, nameOf }: ReceiversProps) {
  return (
    <ul className="flex flex-col items-end gap-2">
      {receivers.map(({ to, gets }) => (
        <li key={to} className="flex max-w-full flex-col items-end">
          <Address address={to} name={nameOf(to) ?? undefined} />
          {receivers.length === 1
            ? null
            : gets.map(({ assetCode, issuer, amount }) => (
                <Amount key={`${assetCode}-${issuer}`} value={amount} assetCode={assetCode} />
              ))}
        </li>
      ))}
    </ul>
  );
}
