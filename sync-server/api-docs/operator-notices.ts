import type { OPERATOR_NOTICES_ENDPOINTS } from "#schemas/endpoints/operator-notices.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const OPERATOR_NOTICES_DOCS = {
  operatorNotices: { summary: "What one is told of as an operator, and where", errors: [] },
  setOperatorNotices: {
    summary: "Chooses what one is told of as an operator, and where",
    errors: ["input-invalid"],
  },
} as const satisfies DocsOf<typeof OPERATOR_NOTICES_ENDPOINTS>;
