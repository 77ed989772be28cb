import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { ResetRequestInput } from "#schemas/auth.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import { focusFirstIssue, readForm } from "#pwa/parts/forms/form-issues.ts";
import { resetFailure } from "./failure-messages.ts";

interface ResetModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for the address that a reset link goes to. What was typed and what went wrong are gone once it is closed. */
export function ResetModal({ open, onClose }: ResetModalProps) {
  const [isSent, setSent] = useState(false);
  const close = () => {
    setSent(false);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t`Reset Password`}
      {...(isSent ? {} : { description: t`Enter the email address of your account and we will send you a link.` })}
    >
      {isSent ? (
        <EmptyState
          icon={<CircleCheck />}
          title={
            <span role="status">
              <Trans>Password Reset Email Sent</Trans>
            </span>
          }
          action={
            <Button onClick={close}>
              <Trans>Return to Login</Trans>
            </Button>
          }
        >
          <Trans>
            If an account exists with that email, you'll receive instructions to reset your password shortly.
          </Trans>
        </EmptyState>
      ) : (
        <ResetForm onSent={() => setSent(true)} onCancel={close} />
      )}
    </Sheet>
  );
}

function ResetForm({ onSent, onCancel }: { readonly onSent: () => void; readonly onCancel: () => void }) {
  const [email, setEmail] = useState("");
  const [issue, setIssue] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readForm(ResetRequestInput, { email });
    setFailure(null);
    setIssue("issues" in read ? read.issues["email"] : undefined);
    if ("issues" in read) return focusFirstIssue(form);
    setPending(true);
    try {
      await call(AUTH_ENDPOINTS.resetPasswordRequest, { body: read.value });
      onSent();
    } catch (error) {
      setFailure(resetFailure(error));
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <TextField
        label={t`Email`}
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={issue}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isPending}>
          <Trans>Send Reset Link</Trans>
        </Button>
      </div>
    </form>
  );
}
