import { t } from "@lingui/core/macro";
import type { PageContents } from "./page-contents.ts";
import type { ADMIN_PATHS, PLACE_PATHS } from "./page-paths.ts";

const DASHBOARD = {
  to: "/dashboard",
  get label() {
    return t`Dashboard`;
  },
};
const SETTINGS = {
  to: "/settings",
  get label() {
    return t`Settings`;
  },
};

/** The screens of a signed-in person, by their path: what each is for, and where its work is done. */
export const SIGNED_IN_PAGES = {
  "/staking": {
    get title() {
      return t`Staking`;
    },
    get summary() {
      return t`Offers to lock an asset for a time against a reward, and the stakes you have placed.`;
    },
    links: [DASHBOARD],
  },
  "/affiliate": {
    get title() {
      return t`Affiliate`;
    },
    get summary() {
      return t`Your invitation link, who came through it and what it has earned.`;
    },
    links: [DASHBOARD],
  },
  "/kyc": {
    get title() {
      return t`Identity`;
    },
    get summary() {
      return t`Where you show who you are when the operator has to know. Images sent here are seen by reviewers only and never kept on this device.`;
    },
    links: [SETTINGS],
  },
  "/admin-dashboard": {
    get title() {
      return t`Overview`;
    },
    get summary() {
      return t`What the service is doing: users, volume, what waits for a decision, and the health of its parts.`;
    },
    links: [
      {
        to: "/admin-panel",
        get label() {
          return t`Operations`;
        },
      },
    ],
  },
  "/admin-panel": {
    get title() {
      return t`Operations`;
    },
    get summary() {
      return t`Users, deposits, payment methods, fees and listed assets: the daily work of administrators.`;
    },
    links: [
      {
        to: "/admin-dashboard",
        get label() {
          return t`Overview`;
        },
      },
    ],
  },
  "/admin-cms": {
    get title() {
      return t`Content`;
    },
    get summary() {
      return t`Menus, pages and blocks of text that everyone sees.`;
    },
    links: [
      {
        to: "/cms-editor-example",
        get label() {
          return t`Sample content`;
        },
      },
    ],
  },
  "/admin-super": {
    get title() {
      return t`System`;
    },
    get summary() {
      return t`Administrators, interface configuration, the audit log and the issues that monitoring has opened.`;
    },
    links: [
      {
        to: "/admin-dashboard",
        get label() {
          return t`Overview`;
        },
      },
    ],
  },
  "/admin-kyc": {
    get title() {
      return t`Identity checks`;
    },
    get summary() {
      return t`Identity documents that wait for a reviewer, oldest first.`;
    },
    links: [
      {
        to: "/admin-dashboard",
        get label() {
          return t`Overview`;
        },
      },
    ],
  },
} as const satisfies Record<(typeof PLACE_PATHS)[number] | (typeof ADMIN_PATHS)[number], PageContents>;
