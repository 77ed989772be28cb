import { t } from "@lingui/core/macro";
import { useState } from "react";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { AffiliateCodeInput } from "#schemas/affiliate-calls.ts";
import { AFFILIATE_ENDPOINTS } from "#schemas/endpoints/affiliate.ts";

const FIELDS = ["code"];

interface RenameSheetProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Another code for one's link, once. */
export function RenameSheet({ code: former, onClose }: RenameSheetProps) {
  const [code, setCode] = useState("");
  const action = useAction(FIELDS);
  function save() {
    const read = readForm(AffiliateCodeInput, { code });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(AFFILIATE_ENDPOINTS.renameAffiliateCode, { body: read.value });
      showToast({ title: t`Your link has its new code` });
      onClose();
    });
  }
  return (
    <FormSheet
      title={t`Choose your own code`}
      description={t`It can be chosen once. Links with ${former} lead to you as before.`}
      action={action}
      submit={t`Use this code`}
      submitting={t`Asking the server`}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t({ message: "Code", context: "of an affiliate link" })}
        hint={t`4 to 20 letters a to z, digits and hyphens.`}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={code}
        error={action.issues["code"]}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormSheet>
  );
}
