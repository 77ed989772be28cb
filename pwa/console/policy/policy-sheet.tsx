import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { IDENTITY_OPERATIONS, LOCK_OUT_TYPED, OperatorPolicy, OperatorPolicyInput } from "#schemas/security.ts";
import { LevelFields } from "./level-fields.tsx";
import { draftOf, type PolicyDraft, policyOf } from "./policy-draft.ts";
import { TrialResult } from "./trial-result.tsx";
import { useTrial } from "./use-trial.ts";

const FIELDS = [
  ...IDENTITY_OPERATIONS.map((operation) => `kycLevels.${operation}.perDay`),
  "kycFrom",
  "coolOffHours",
  "weakeningHours",
  "dailyLimit",
  "approveAbove",
  "identitySecondAbove",
  "lossTolerancePercent",
  "lossToleranceUsd",
  "typed",
  "reason",
];
const FIELD_OF_CODE = { "policy-locks-out": "typed" };

interface PolicySheetProps {
  readonly policy: OperatorPolicy;
  readonly onClose: () => void;
}

/** What is asked of every payment from now on. */
export function PolicySheet({ policy, onClose }: PolicySheetProps) {
  const [draft, setDraft] = useState(() => draftOf(policy));
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const { trial, start, forget } = useTrial();
  const action = useAction(FIELDS, FIELD_OF_CODE);
  const askAgain = useAskAgain();
  const isLockOut =
    isNothing(draft.dailyLimit) ||
    typed !== "" ||
    action.issues["typed"] !== undefined ||
    trial.found?.locksOut != null;

  function change(next: PolicyDraft) {
    setDraft(next);
    forget();
  }

  function tryIt() {
    const read = readForm(OperatorPolicy, policyOf(draft));
    if ("issues" in read) return action.refuse(read.issues);
    action.refuse({});
    return void start(read.value);
  }

  function save() {
    const read = readForm(OperatorPolicyInput, { ...policyOf(draft), typed, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(OPERATORS_ENDPOINTS.setOperatorPolicy, { body: read.value }), t`The policy is set`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`What is asked of every payment`}
      description={t`It holds for everybody from the moment that it is set. Whatever asks less takes a second operator.`}
      action={action}
      submit={t`Set the policy`}
      onSubmit={save}
      onClose={onClose}
    >
      <PolicyFields draft={draft} issues={action.issues} onChange={change} />
      {isNothing(draft.approveAbove) ? (
        <Notice tone="warn">{t`Every payment would wait for an operator.`}</Notice>
      ) : null}
      <div>
        <Button variant="secondary" onClick={tryIt} disabled={trial.isRunning}>
          {trial.isRunning ? t`Going through the last 30 days` : t`Try it on the last 30 days`}
        </Button>
      </div>
      {trial.problem === null ? null : <Notice tone="error">{trial.problem}</Notice>}
      {trial.found === null ? null : <TrialResult found={trial.found} isRunning={trial.isRunning} />}
      {isLockOut ? <LockOutField typed={typed} error={action.issues["typed"]} onChange={setTyped} /> : null}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** Whether a bound lets nothing through. An empty one is none. */
function isNothing(amount: string): boolean {
  return /^0+(\.0*)?$/.test(amount.trim());
}

interface LockOutProps {
  readonly typed: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

function LockOutField({ typed, error, onChange }: LockOutProps) {
  const word = LOCK_OUT_TYPED;
  return (
    <>
      <Notice tone="error">{t`With this policy nobody could send anything. To loosen it again takes two operators.`}</Notice>
      <TextField
        label={t`Type ${word} if you mean it`}
        name="typed"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

interface FieldsProps {
  readonly draft: PolicyDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: PolicyDraft) => void;
}

function PolicyFields({ draft, issues, onChange }: FieldsProps) {
  const field = (name: Exclude<keyof PolicyDraft, "isKycRequired" | "levels" | "isLater" | "kycFrom">) => ({
    name,
    autoComplete: "off",
    inputMode: "decimal" as const,
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <LevelFields draft={draft} issues={issues} onChange={onChange} />
      <TextField {...field("coolOffHours")} label={t`Pause after a new password or second factor, in hours`} />
      <TextField {...field("weakeningHours")} label={t`Wait before an account is protected less, in hours`} />
      <TextField
        {...field("dailyLimit")}
        label={t`Most that one sends within 24 hours, in USD`}
        hint={t`Empty for no bound.`}
      />
      <TextField
        {...field("approveAbove")}
        label={t`An operator approves payments above, in USD`}
        hint={t`Empty lets all go.`}
      />
      <TextField
        {...field("identitySecondAbove")}
        label={t`Two operators decide about the identity of whoever holds more than, in USD`}
        hint={t`Empty for nobody.`}
      />
      <div
        className={classNames(
          "grid gap-4 sm:grid-cols-2",
          issues["lossTolerancePercent"] === undefined && issues["lossToleranceUsd"] === undefined && "items-end",
        )}
      >
        <TextField {...field("lossTolerancePercent")} label={t`An exchange may give away, in percent`} />
        <TextField {...field("lossToleranceUsd")} label={t`Or, if that is more, in USD`} />
      </div>
    </>
  );
}
