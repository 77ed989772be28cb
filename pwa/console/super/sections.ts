import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Endpoint } from "#schemas/endpoints.ts";
import { INTERFACE_ENDPOINTS } from "#schemas/endpoints/interface.ts";
import { FeaturesSection } from "./features/features-section.tsx";

/** One part of what supers look after. */
export interface SuperSection {
  /** As the address has it: `/admin-super/operators`. */
  readonly name: string;
  readonly label: string;
  /** Leads there after `g`. */
  readonly letter: string;
  /** Who may not ask this sees no such part. */
  readonly reads: Endpoint;
  readonly Section: () => ReactNode;
}

/** In the order in which they stand. */
export const SUPER_SECTIONS: readonly SuperSection[] = [
  {
    name: "features",
    get label() {
      return t`Features`;
    },
    letter: "i",
    reads: INTERFACE_ENDPOINTS.interfaceSettings,
    Section: FeaturesSection,
  },
];
