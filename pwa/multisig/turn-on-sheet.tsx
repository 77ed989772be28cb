import { useState } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { agreedFee } from "#pwa/parts/confirming/use-confirmation.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import { deviceSentenceOf as sentenceOf } from "#schemas/device-errors.ts";
import type { MultisigChallengeOutput } from "#schemas/multisig.ts";
import { Costs, useCosts } from "./costs.tsx";
import { SignFields } from "./sign-fields.tsx";
import { isOver, useSubmission } from "./use-multisig.ts";
import { useReturned } from "./use-returned.ts";
import { outcomeWords } from "./words.ts";

const KEY_FIELDS = ["key"] as const;
const PROOF_FIELDS = ["code"] as const;
const PROOF_CODES = { "second-factor-required": "code", "second-factor-wrong": "code" } as const;
const KEY_CODES = { "address-malformed": "key", "multisig-key-own": "key" } as const;

type Step =
  | { readonly name: "key" }
  | { readonly name: "prove"; readonly challenge: MultisigChallengeOutput; readonly networkFee: string }
  | { readonly name: "follow"; readonly submissionId: number };

/** From naming a key over the proof that one holds it to the ledger that asks for it. */
export function TurnOnSheet({ onClose }: { readonly onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: "key" });
  // Kept here, so that going back loses nothing of what was typed.
  const [key, setKey] = useState("");
  switch (step.name) {
    case "key":
      return (
        <KeySheet
          typed={key}
          onType={setKey}
          onChallenged={(challenge, networkFee) => setStep({ name: "prove", challenge, networkFee })}
          onClose={onClose}
        />
      );
    case "prove":
      return (
        <ProofSheet
          {...step}
          onAccepted={(submissionId) => setStep({ name: "follow", submissionId })}
          onClose={() => setStep({ name: "key" })}
        />
      );
    case "follow":
      return <FollowSheet submissionId={step.submissionId} onClose={onClose} />;
  }
}

interface KeySheetProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChallenged: (challenge: MultisigChallengeOutput, networkFee: string) => void;
  readonly onClose: () => void;
}

function KeySheet({ typed, onType, onChallenged, onClose }: KeySheetProps) {
  const { check, isPending } = useCosts("on");
  const action = useAction(KEY_FIELDS, KEY_CODES);

  function goOn() {
    const key = typed.trim().toUpperCase();
    if (!key.startsWith("G") || !isStellarAddress(key))
      return action.refuse({ key: "Enter the public key of your other wallet. It starts with G." });
    if (check === null) return;
    action.run(async () => {
      onChallenged(await call(MULTISIG_ENDPOINTS.challengeMultisigKey, { body: { key } }), agreedFee(check));
    });
  }

  return (
    <FormSheet
      title="Add a second key"
      description="A key of another wallet that you alone hold, such as a hardware wallet."
      action={action}
      submit="Go on"
      submitting="Asking"
      isReady={check !== null && check.refusals.length === 0}
      onSubmit={goOn}
      onClose={onClose}
    >
      <Notice tone="warn" title="If you lose this key, nobody can help you">
        Without it nothing can ever be sent from this wallet again, and it cannot be turned off either. Neither we nor
        the network can undo that. Keep a copy of it in a safe place before you go on.
      </Notice>
      <TextField
        label="Public key"
        name="key"
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          if (action.issues["key"] !== undefined) action.refuse({});
        }}
        error={action.issues["key"]}
        hint="Never its secret, which starts with S."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClassName="font-mono text-sm"
      />
      <Costs turn="on" check={check} isPending={isPending} />
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-2">
        <li>
          Every payment, claim and change of your assets then waits until you bring it back signed, a day at most.
        </li>
        <li>Money sent to you arrives as ever.</li>
        <li>Neither your key nor ours does anything alone. Whoever takes over your account here cannot empty it.</li>
        <li>You can turn it off at any time, with your key.</li>
      </ul>
    </FormSheet>
  );
}

interface ProofSheetProps {
  readonly challenge: MultisigChallengeOutput;
  readonly networkFee: string;
  readonly onAccepted: (submissionId: number) => void;
  readonly onClose: () => void;
}

function ProofSheet({ challenge, networkFee, onAccepted, onClose }: ProofSheetProps) {
  const { xdr, key, networkPassphrase } = challenge;
  const [idempotencyKey] = useState(newIdempotencyKey);
  const action = useAction(PROOF_FIELDS, PROOF_CODES);
  const { fields, read } = useReturned();
  const { row } = useRow("settings", "settings");
  const [code, setCode] = useState("");
  // Switched on elsewhere, this device may not have heard of it yet.
  const asksCode = (row?.twoFactorEnabled ?? false) || code !== "" || action.issues["code"] !== undefined;

  function prove() {
    const signedXdr = read();
    if (signedXdr === null) return;
    if (asksCode && code === "") return action.refuse({ code: sentenceOf("second-factor-required") });
    action.run(async () => {
      const body = { signedXdr, networkFee, idempotencyKey, ...(code !== "" && { code }) };
      onAccepted((await call(MULTISIG_ENDPOINTS.turnMultisigOn, { body })).submission.id);
    });
  }

  return (
    <FormSheet
      title="Show that it is yours"
      description="Sign this once with the key, as you will sign every payment. This one cannot be sent: it moves nothing."
      action={action}
      submit="Turn it on"
      submitting="Checking"
      dismiss="Back"
      onSubmit={prove}
      onClose={onClose}
    >
      <SignFields outgoing={{ xdr, key, networkPassphrase }} fileName="astrolabe-second-key" {...fields} />
      {asksCode ? <CodeField value={code} error={action.issues["code"]} onChange={setCode} /> : null}
    </FormSheet>
  );
}

function FollowSheet({ submissionId, onClose }: { readonly submissionId: number; readonly onClose: () => void }) {
  const submission = useSubmission(submissionId);
  const isOn = submission?.state === "confirmed";
  return (
    <Sheet
      title="A second key of your own"
      onClose={onClose}
      footer={<Button onClick={onClose}>{isOver(submission) ? "Done" : "Close, it goes on"}</Button>}
    >
      {submission === null ? null : (
        <ReviewOutcome
          submission={submission}
          words={
            isOn
              ? { title: "It is on", text: "From now on nothing leaves your wallet without your own key." }
              : outcomeWords(submission)
          }
        />
      )}
    </Sheet>
  );
}
