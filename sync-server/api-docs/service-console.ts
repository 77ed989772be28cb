import type { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const SERVICE_CONSOLE_DOCS = {
  serviceSettings: {
    summary: "What the service is set to and where each setting comes from; of secrets only whether they are set",
    errors: [],
  },
  serviceKeys: {
    summary: "How many keys the service holds, since when, and how far a change of what locks them has come",
    errors: [],
  },
  rewrapVault: {
    summary:
      "Has the vault's present key lock whatever a former one locked, once a second operator agrees; servers sign meanwhile",
    errors: ["vault-nothing-former", "vault-rewrap-open", "vault-keys-differ", "proposal-open", "operator-frozen"],
  },
  allApiKeys: {
    summary: "Every API key there is, newest first, 50 at most; of none the secret",
    errors: [],
  },
  makeOperatorKey: {
    summary: "Makes an API key that reads what its maker may read as an operator; this answer alone has it whole",
    errors: ["api-key-above", "api-keys-full"],
  },
  revokeAnyApiKey: {
    summary: "Revokes somebody's API key, at once; its owner is told",
    errors: ["api-key-unknown", "operator-own"],
  },
  exportAccounts: {
    summary: "Movements, fees, deposits or the sums by asset of a period as comma-separated values, for an accountant",
    errors: [],
  },
} as const satisfies DocsOf<typeof SERVICE_CONSOLE_ENDPOINTS>;
