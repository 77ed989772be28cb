import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call, callFile } from "#pwa/platform/api/call.ts";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { countryName } from "./countries.ts";
import { documentWords } from "./identity-words.ts";

interface HeldCardProps {
  readonly own: OwnIdentityOutput;
  readonly isOnline: boolean;
  readonly onChanged: (own: OwnIdentityOutput) => void;
}

/** What the service holds of a person, to take along or to have removed. */
export function HeldCard({ own, isOnline, onChanged }: HeldCardProps) {
  const [isRemoving, setRemoving] = useState(false);
  const copying = useAction();
  const language = useLanguage();
  return (
    <Card aria-labelledby="identity-held">
      <CardHeader
        id="identity-held"
        title={t`What is held about you`}
        description={t`You can take a copy of it, and ask for the pictures to be removed. Both ask for your password.`}
      />
      <Facts
        facts={[
          ...(own.documentType === null ? [] : [{ name: t`Document`, value: documentWords(own.documentType) }]),
          ...(own.country === null || own.country === ""
            ? []
            : [{ name: t`Country`, value: countryName(own.country, language) }]),
          ...(own.submittedDate === null
            ? []
            : [{ name: t`Sent`, value: formatDate(Date.parse(own.submittedDate), { withTime: true }) }]),
          { name: t`Pictures`, value: picturesWords(own) },
        ]}
      />
      {copying.notice === null ? null : <Notice tone="error">{copying.notice}</Notice>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          loading={copying.isBusy}
          disabled={!isOnline}
          onClick={() =>
            copying.run(async () => saveBlob("astrolabe-identity.zip", await callFile(KYC_ENDPOINTS.copyIdentity, {})))
          }
        >
          <Download aria-hidden="true" className="size-4" />
          <Trans>Save a copy</Trans>
        </Button>
        {own.hasPictures ? (
          <Button variant="ghost" disabled={!isOnline} onClick={() => setRemoving(true)}>
            <Trash2 aria-hidden="true" className="size-4" />
            <Trans>Remove the pictures</Trans>
          </Button>
        ) : null}
      </div>
      {isRemoving ? (
        <RemoveSheet
          own={own}
          onClose={() => setRemoving(false)}
          onRemoved={(left) => {
            setRemoving(false);
            onChanged(left);
          }}
        />
      ) : null}
    </Card>
  );
}

interface RemoveSheetProps {
  readonly own: OwnIdentityOutput;
  readonly onClose: () => void;
  readonly onRemoved: (own: OwnIdentityOutput) => void;
}

function RemoveSheet({ own, onClose, onRemoved }: RemoveSheetProps) {
  const action = useAction();
  return (
    <FormSheet
      title={t`Remove your pictures?`}
      description={
        own.status === "pending"
          ? t`Nobody can decide without them: you would begin anew. The removal cannot be taken back.`
          : t`The decision stays as it is. The removal cannot be taken back.`
      }
      action={action}
      tone="danger"
      size="sm"
      submit={t({ message: "Remove", context: "button" })}
      submitting={t`Removing`}
      onSubmit={() =>
        action.run(async () => {
          onRemoved(await call(KYC_ENDPOINTS.removeIdentity, {}));
          showToast({ title: t`Your pictures are removed` });
        })
      }
      onClose={onClose}
    />
  );
}

function picturesWords({ hasPictures, picturesUntil }: OwnIdentityOutput): string {
  if (!hasPictures) return t`Removed`;
  return picturesUntil === null
    ? t`Kept until there is a decision`
    : t`Kept until ${{ date: formatDate(Date.parse(picturesUntil)) }}`;
}
