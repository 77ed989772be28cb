import type { FEES_ENDPOINTS } from "#schemas/endpoints/fees.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const FEES_DOCS = {
  feeRules: {
    summary: "Every rule by which fees are taken, the inactive ones too",
    errors: [],
  },
  createFeeRule: {
    summary: "Adds a rule, at once or from a time to come; one by which people pay more needs a second operator",
    errors: ["fee-rule-taken", "fee-asset-unknown", "fee-time-unfit", "proposal-open", "operator-frozen"],
  },
  changeFeeRule: {
    summary:
      "Changes a rule, or switches it off or on, at once or from a time to come; what makes people pay more needs a second operator",
    errors: [
      "fee-rule-unknown",
      "fee-rule-taken",
      "fee-asset-unknown",
      "fee-time-unfit",
      "proposal-open",
      "operator-frozen",
    ],
  },
} as const satisfies DocsOf<typeof FEES_ENDPOINTS>;
