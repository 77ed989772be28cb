import type { PageContents } from "./page-contents.ts";
import type { UNBUILT_ADMIN_PLACES, UNBUILT_PLACES } from "#pwa/parts/service/unbuilt-screens.ts";

const DASHBOARD = { to: "/dashboard", label: "Dashboard" };
const SETTINGS = { to: "/settings", label: "Settings" };

/** The screens of a signed-in person, by their path: what each is for, and where its work is done. */
export const SIGNED_IN_PAGES = {
  "/staking": {
    title: "Staking",
    summary: "Offers to lock an asset for a time against a reward, and the stakes you have placed.",
    links: [DASHBOARD],
  },
  "/affiliate": {
    title: "Affiliate",
    summary: "Your invitation link, who came through it and what it has earned.",
    links: [DASHBOARD],
  },
  "/kyc": {
    title: "Identity",
    summary:
      "Where you show who you are when the operator has to know. Images sent here are seen by reviewers only and never kept on this device.",
    links: [SETTINGS],
  },
  "/admin-dashboard": {
    title: "Overview",
    summary: "What the service is doing: users, volume, what waits for a decision, and the health of its parts.",
    links: [DASHBOARD],
  },
  "/admin-panel": {
    title: "Operations",
    summary: "Users, deposits, payment methods, fees and listed assets: the daily work of administrators.",
    links: [DASHBOARD],
  },
  "/admin-cms": {
    title: "Content",
    summary: "Menus, pages and blocks of text that everyone sees.",
    links: [DASHBOARD, { to: "/cms-editor-example", label: "Sample content" }],
  },
  "/admin-super": {
    title: "System",
    summary: "Administrators, interface configuration, the audit log and the issues that monitoring has opened.",
    links: [DASHBOARD],
  },
  "/admin-kyc": {
    title: "Identity checks",
    summary: "Identity documents that wait for a reviewer, oldest first.",
    links: [DASHBOARD],
  },
} as const satisfies Record<(typeof UNBUILT_PLACES)[number] | (typeof UNBUILT_ADMIN_PLACES)[number], PageContents>;
