import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { ConfirmationState } from "#pwa/parts/confirming/confirmation-state.ts";
import { ReviewOutcome, ReviewStanding } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { agreedFee, type Confirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { MultisigChallengeOutput, MultisigCheckOutput } from "#schemas/multisig.ts";
import { Costs, useTurn } from "./costs.tsx";
import { SignFields } from "./sign-fields.tsx";
import { useReturned } from "./use-returned.ts";
import { outcomeWords } from "./words.ts";

const KEY_FIELDS = ["key"] as const;
const KEY_CODES = { "address-malformed": "key", "multisig-key-own": "key" } as const;
/** What stands at the field of the code. */
const CODE_REFUSALS = ["second-factor-required", "second-factor-wrong"];

/** What the key has to sign, and the fee that was shown before. */
interface Asked {
  readonly challenge: MultisigChallengeOutput;
  readonly networkFee: string;
}

/** From naming a key over the proof that one holds it to the ledger that asks for it. */
export function TurnOnSheet({ onClose }: { readonly onClose: () => void }) {
  const confirmation = useTurn("on");
  const { state, checkAgain } = confirmation;
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept here, so that going back loses nothing of what was typed.
  const [key, setKey] = useState("");
  // Looked at anew it may cost something else, and nobody agrees to what they were not shown.
  const isAsShown = state.step !== "review" || agreedFee(state.check) === asked?.networkFee;
  if (asked === null || !isAsShown)
    return <KeySheet typed={key} onType={setKey} onChallenged={setAsked} state={state} onClose={onClose} />;
  return (
    <ProofSheet
      challenge={asked.challenge}
      confirmation={confirmation}
      onBack={() => {
        setAsked(null);
        checkAgain();
      }}
      onClose={onClose}
    />
  );
}

interface KeySheetProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChallenged: (asked: Asked) => void;
  readonly state: ConfirmationState<MultisigCheckOutput>;
  readonly onClose: () => void;
}

function KeySheet({ typed, onType, onChallenged, state, onClose }: KeySheetProps) {
  const check = state.step === "review" ? state.check : null;
  const action = useAction(KEY_FIELDS, KEY_CODES);

  function goOn() {
    const key = typed.trim().toUpperCase();
    if (!key.startsWith("G") || !isStellarAddress(key))
      return action.refuse({ key: t`Enter the public key of your other wallet. It starts with G.` });
    if (check === null) return;
    action.run(async () => {
      const challenge = await call(MULTISIG_ENDPOINTS.challengeMultisigKey, { body: { key } });
      onChallenged({ challenge, networkFee: agreedFee(check) });
    });
  }

  return (
    <FormSheet
      title={t`Add a second key`}
      description={t`A key of another wallet that you alone hold, such as a hardware wallet.`}
      action={action}
      submit={t`Go on`}
      submitting={t`Asking`}
      isReady={check !== null && check.refusals.length === 0}
      onSubmit={goOn}
      onClose={onClose}
    >
      <Notice tone="warn" title={t`If you lose this key, nobody can help you`}>
        <Trans>
          Without it nothing can ever be sent from this wallet again, and it cannot be turned off either. Neither we nor
          the network can undo that. Keep a copy of it in a safe place before you go on.
        </Trans>
      </Notice>
      <TextField
        label={t`Public key`}
        name="key"
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          if (action.issues["key"] !== undefined) action.refuse({});
        }}
        error={action.issues["key"]}
        hint={t`Never its secret, which starts with S.`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClassName="font-mono text-sm"
      />
      <ReviewStanding state={state} />
      {check === null ? null : <Costs turn="on" check={check} />}
      <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
        <li>
          <Trans>
            Every payment, claim and change of your assets then waits until you bring it back signed, a day at most.
          </Trans>
        </li>
        <li>
          <Trans>Money sent to you arrives as ever.</Trans>
        </li>
        <li>
          <Trans>
            Neither your key nor ours does anything alone. Whoever takes over your account here cannot empty it.
          </Trans>
        </li>
        <li>
          <Trans>You can turn it off at any time, with your key.</Trans>
        </li>
      </ul>
    </FormSheet>
  );
}

interface ProofSheetProps {
  readonly challenge: MultisigChallengeOutput;
  readonly confirmation: Confirmation<MultisigCheckOutput>;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function ProofSheet({ challenge, confirmation, onBack, onClose }: ProofSheetProps) {
  const { xdr, key, networkPassphrase } = challenge;
  const { state, confirm } = confirmation;
  const { fields, read } = useReturned();
  const { row } = useRow("settings", "settings");
  const [code, setCode] = useState("");
  const [isCodeMissing, setCodeMissing] = useState(false);
  const refusal = state.step === "review" ? state.refusal : null;
  const codeIssue = isCodeMissing
    ? sentenceOf("second-factor-required")
    : refusal !== null && CODE_REFUSALS.includes(refusal.code)
      ? refusal.message
      : undefined;
  // Switched on elsewhere, this device may not have heard of it yet.
  const asksCode = (row?.twoFactorEnabled ?? false) || code !== "" || codeIssue !== undefined;

  function prove() {
    const signedXdr = read();
    if (signedXdr === null) return;
    setCodeMissing(asksCode && code === "");
    if (!asksCode || code !== "") void confirm({ signedXdr, code });
  }

  return (
    <ReviewSheet
      title={state.step === "tracking" ? t`A second key of your own` : t`Show that it is yours`}
      {...(state.step !== "tracking" && {
        description: t`Sign this once with the key, as you will sign every payment. This one cannot be sent: it moves nothing.`,
      })}
      label={t`Turn it on`}
      atFields={CODE_REFUSALS}
      onConfirm={prove}
      onClose={state.step === "unanswered" ? onClose : onBack}
      onDone={onClose}
      renderOutcome={(submission) => (
        <ReviewOutcome
          submission={submission}
          words={submission.state === "confirmed" ? IS_ON : outcomeWords(submission)}
        />
      )}
      confirmation={confirmation}
    >
      <SignFields outgoing={{ xdr, key, networkPassphrase }} fileName="astrolabe-second-key" {...fields} />
      {asksCode ? <CodeField value={code} error={codeIssue} onChange={setCode} /> : null}
    </ReviewSheet>
  );
}

const IS_ON = {
  get title() {
    return t`It is on`;
  },
  get text() {
    return t`From now on nothing leaves your wallet without your own key.`;
  },
};
