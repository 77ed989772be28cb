import { t } from "@lingui/core/macro";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import type { ApiKeyOutput, ApiKeysOutput } from "#schemas/api-keys.ts";
import { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";

interface RevokeKeySheetProps {
  readonly apiKey: ApiKeyOutput;
  readonly onRevoked: (known: ApiKeysOutput) => void;
  readonly onClose: () => void;
}

/** The end of a key of one's own. */
export function RevokeKeySheet({ apiKey: { id, name }, onRevoked, onClose }: RevokeKeySheetProps) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={t`Revoke ${{ name: inSentence(name) }}?`}
      description={t`Programs that use it are refused from that moment on. It cannot be brought back.`}
      action={action}
      submit={t({ message: "Revoke", context: "an API key" })}
      submitting={t`Revoking`}
      dismiss={t`Keep it`}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () => {
          onRevoked(await call(API_KEYS_ENDPOINTS.revokeApiKey, { params: { id } }));
          onClose();
          showToast({ title: t`API key revoked` });
        })
      }
    />
  );
}
