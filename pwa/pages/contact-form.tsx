import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { failureOf, type Failure, NO_FAILURE } from "#pwa/parts/forms/failure.ts";
import { focusFirstIssue, readForm } from "#pwa/parts/forms/form-issues.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Field, Textarea, TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ContactInput } from "#schemas/content/desk.ts";
import { CONTACT_ENDPOINTS } from "#schemas/endpoints/content.ts";

const FIELDS = ["email", "message"] as const;

/** Writes to whoever runs this, without anybody between. */
export function ContactForm() {
  const [isSent, setSent] = useState(false);
  return (
    <section
      aria-labelledby="write-to-us"
      className="mt-10 rounded-lg border border-line bg-surface p-5 sm:p-7 print:hidden"
    >
      <h2 id="write-to-us" className="text-xl font-semibold">
        <Trans>Write to us</Trans>
      </h2>
      {isSent ? (
        <div className="mt-4">
          <Notice tone="success" title={t`Your message has arrived`}>
            <Trans>We answer to the address that you gave.</Trans>
          </Notice>
        </div>
      ) : (
        <Form onSent={() => setSent(true)} />
      )}
    </section>
  );
}

function Form({ onSent }: { readonly onSent: () => void }) {
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");
  const [website, setWebsite] = useState("");
  const [{ issues, notice }, setFailure] = useState<Failure>(NO_FAILURE);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readForm(ContactInput, { email, message, website });
    setFailure("issues" in read ? { issues: read.issues, notice: null } : NO_FAILURE);
    if ("issues" in read) return focusFirstIssue(form);
    setPending(true);
    try {
      await call(CONTACT_ENDPOINTS.contact, { body: read.value });
      onSent();
    } catch (error) {
      setFailure(failureOf(error, FIELDS));
      setPending(false);
      focusFirstIssue(form);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 space-y-5">
      {notice === null ? null : <Notice tone="error">{notice}</Notice>}
      <TextField
        label={t`Your email address`}
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={issues["email"]}
      />
      <Field label={t`Your message`} {...(issues["message"] !== undefined && { error: issues["message"] })}>
        {(control) => (
          <Textarea
            {...control}
            name="message"
            rows={6}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      {/* Seen by programs alone: whoever fills it in is one. */}
      <div hidden aria-hidden="true">
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={website}
          onChange={(event) => setWebsite(event.target.value)}
        />
      </div>
      <Button type="submit" loading={isPending}>
        <Trans>Send message</Trans>
      </Button>
    </form>
  );
}
