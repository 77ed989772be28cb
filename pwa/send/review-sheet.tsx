import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { sentenceOf } from "#schemas/errors.ts";
import type { Credentials, SendProblems } from "./payment.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Review, SendState } from "./send-state.ts";

interface ReviewSheetProps {
  readonly state: Extract<SendState, { step: "review" | "sending" | "unanswered" }>;
  readonly facts: ReviewFacts;
  readonly needsPassword: boolean;
  readonly needsCode: boolean;
  readonly isOnline: boolean;
  readonly onConfirm: (credentials: Credentials) => void;
  readonly onBack: () => void;
}

/** Everything that will be signed, in words, and the one confirmation. */
export function ReviewSheet({ state, facts, needsPassword, needsCode, isOnline, onConfirm, onBack }: ReviewSheetProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<SendProblems>({});
  const isSending = state.step === "sending";
  const isUnanswered = state.step === "unanswered";
  const problems = state.step === "sending" ? {} : { ...missing, ...state.problems };
  const problem = problems.password ?? problems.code;

  // Also where the settings on this device are older than the second factor.
  const asksCode = needsCode || problems.code !== undefined;

  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  function confirm(event: FormEvent) {
    event.preventDefault();
    const empty: SendProblems = {
      ...(needsPassword && password === "" && { password: sentenceOf("password-required") }),
      ...(asksCode && code === "" && { code: sentenceOf("second-factor-required") }),
    };
    setMissing(empty);
    if (Object.keys(empty).length === 0) onConfirm({ password, code });
  }

  return (
    <Sheet
      open
      onOpenChange={(open) => {
        // Once confirmed, closing must not look like taking it back.
        if (!open && !isSending && !isUnanswered) onBack();
      }}
      title={isUnanswered ? "Did the payment go through?" : "Check before you send"}
      footer={
        <>
          <Button variant="ghost" onClick={onBack} disabled={isSending}>
            {isUnanswered ? "I checked, start over" : "Back"}
          </Button>
          <Button type="submit" form={formId} loading={isSending} disabled={!isOnline}>
            {isUnanswered ? "Ask again" : isSending ? "Sending" : "Confirm and send"}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={confirm} className="flex flex-col gap-4">
        {isUnanswered ? (
          <Notice tone="warn" title="The server's answer got lost">
            It may have taken the payment or not. Asking again cannot pay twice. Before starting over, look in your
            history whether it is there.
          </Notice>
        ) : null}
        <Parties review={state.review} facts={facts} />
        {facts.warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
        {state.step === "review" && state.notice !== null ? <Notice tone="error">{state.notice}</Notice> : null}
        {isOnline ? null : <Notice tone="warn">You are offline. Sending needs a connection.</Notice>}
        {needsPassword ? (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={problems.password}
            hint="Your settings ask for it before every payment."
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : null}
        {asksCode ? <CodeField value={code} error={problems.code} onChange={setCode} /> : null}
      </form>
    </Sheet>
  );
}

function Parties({ review, facts }: { readonly review: Review; readonly facts: ReviewFacts }) {
  const { payment, recipient } = review;
  return (
    <>
      <p className="text-center text-2xl font-semibold">
        <Amount value={facts.amount} assetCode={payment.assetCode} />
      </p>
      <div className="flex items-start gap-3 rounded-md bg-surface-2 p-3">
        <Identicon address={recipient.address} />
        <div className="min-w-0">
          <p className="text-xs text-ink-3">To</p>
          {facts.name === null ? null : <p className="font-medium">{facts.name}</p>}
          <p className="font-mono text-xs break-all">{recipient.address}</p>
        </div>
      </div>
      <Facts
        facts={[
          ...(payment.issuer === ""
            ? []
            : [{ name: "Issued by", value: <span className="font-mono text-xs break-all">{payment.issuer}</span> }]),
          { name: "Memo", value: payment.memo === "" ? "None" : payment.memo },
          { name: "Network fee", value: <Amount value={facts.fee} assetCode="XLM" /> },
          ...(facts.left === null
            ? []
            : [{ name: "Left after this", value: <Amount value={facts.left} assetCode={payment.assetCode} /> }]),
        ]}
      />
    </>
  );
}
