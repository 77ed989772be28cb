import { t } from "@lingui/core/macro";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import type { ListedApiKey } from "#schemas/api-keys.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";

/** The end of somebody's key. */
export function RevokeSheet({ apiKey, onClose }: { readonly apiKey: ListedApiKey; readonly onClose: () => void }) {
  const { go } = usePlace();
  const { name, username, id } = apiKey;
  return (
    <ReasonSheet
      title={t`Revoke the key`}
      description={t`“${name}” of ${username} opens nothing from then on, and ${username} is told. It cannot be undone.`}
      tone="danger"
      submit={t`Revoke the key`}
      carryOut={(body) => call(SERVICE_CONSOLE_ENDPOINTS.revokeAnyApiKey, { params: { id }, body })}
      done={t`The key is revoked`}
      onDone={() => go({ open: undefined }, "replace")}
      onClose={onClose}
    />
  );
}
