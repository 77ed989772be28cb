import type { INTERFACE_ENDPOINTS } from "#schemas/endpoints/interface.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const INTERFACE_DOCS = {
  interfaceSettings: {
    summary: "What is set of everybody's screens: the explorer, links, the address for help, what is not shown",
    errors: [],
  },
  setInterface: {
    summary:
      "Sets one of them, on every screen at once; an address that nobody was led to before needs a second operator",
    errors: ["interface-changed", "proposal-open", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof INTERFACE_ENDPOINTS>;
