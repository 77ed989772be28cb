import { t } from "@lingui/core/macro";
import { useState } from "react";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";
import { pauseAheadWords } from "#pwa/platform/language/protection-words.ts";
import { EmailInput } from "#schemas/profile.ts";

const FIELDS = ["email"];
const FIELD_OF_CODE = { "email-same": "email", "email-taken": "email" };

interface EmailSheetProps {
  /** How long payments pause once the new address counts; null where that is not known. */
  readonly pauseHours: number | null;
  readonly onClose: () => void;
}

/** Asks for another e-mail address; it counts once the link that is mailed there was opened. */
export function EmailSheet({ pauseHours, onClose }: EmailSheetProps) {
  const [email, setEmail] = useState("");
  const action = useAction(FIELDS, FIELD_OF_CODE);

  function submit() {
    const read = readForm(EmailInput, { email });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(PROFILE_ENDPOINTS.changeEmail, { body: read.value });
      onClose();
      showToast({
        title: t`Look into your mailbox`,
        description: t`Open the link that we mailed to ${{ email: read.value.email }}. Until then your address stays as it is.`,
      });
    });
  }

  return (
    <FormSheet
      size="sm"
      title={t`Change email address`}
      description={`${t`We mail a link to the new address. It counts once you open that, and your former address is told.`} ${pauseAheadWords(pauseHours)}`}
      action={action}
      submit={t`Mail the link`}
      submitting={t`Mailing`}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`New email address`}
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        error={action.issues["email"]}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormSheet>
  );
}
