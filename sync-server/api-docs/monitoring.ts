import type { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const MONITORING_DOCS = {
  monitoring: {
    summary: "How many issues are open by severity, of those that the reader may know of, and whether checks are made",
    errors: [],
  },
  monitoredIssues: {
    summary: "What is or was wrong with the service, the latest opened first, with what to do about each",
    errors: ["input-invalid"],
  },
  monitoredIssue: {
    summary: "One issue whole: what it was found with, what is merged into it, which tasks wait because of it",
    errors: ["input-invalid", "issue-unknown"],
  },
  issueTimeline: {
    summary: "What was found, done and tried about an issue in the last ninety days, the latest first",
    errors: ["input-invalid", "issue-unknown"],
  },
  acknowledgeIssue: {
    summary: "Says that an operator saw an issue",
    errors: ["input-invalid", "issue-unknown", "issue-over", "operator-frozen"],
  },
  assignIssue: {
    summary: "Says which operator deals with an issue, or that none does",
    errors: ["input-invalid", "issue-unknown", "issue-over", "operator-unknown", "operator-frozen"],
  },
  snoozeIssue: {
    summary: "Has nobody told of an issue until a moment, or ends that",
    errors: ["input-invalid", "issue-unknown", "issue-over", "issue-times", "operator-frozen"],
  },
  closeIssue: {
    summary: "Closes an issue by an operator's word; where its check still fails a new one follows",
    errors: ["input-invalid", "issue-unknown", "issue-over", "issue-elsewhere", "operator-frozen"],
  },
  mergeIssue: {
    summary: "Makes an issue a part of another: both are told and counted as one",
    errors: ["input-invalid", "issue-unknown", "issue-over", "issue-merge", "operator-frozen"],
  },
  unmergeIssue: {
    summary: "Takes an issue out of the one it is a part of, with all that was counted of it",
    errors: ["input-invalid", "issue-unknown", "issue-over", "issue-not-merged", "operator-frozen"],
  },
  checks: {
    summary: "All checks of the service: how often each is made, how it went the last time, what it finds wrong now",
    errors: [],
  },
  runCheck: {
    summary: "Makes a check at once: what passes in it is over, whatever it found before",
    errors: ["input-invalid", "check-unknown", "check-busy"],
  },
  maintenanceWindows: {
    summary: "Times in which nobody is told of what checks find, since somebody works on it",
    errors: [],
  },
  addWindow: {
    summary: "Sets such a time, for some checks or for all",
    errors: ["input-invalid", "window-times", "windows-full", "operator-frozen"],
  },
  endWindow: {
    summary: "Ends such a time before it is over",
    errors: ["input-invalid", "window-unknown", "operator-frozen"],
  },
  webhook: {
    summary: "Where notices are sent for programs, and what was sent lately with what came of it",
    errors: [],
  },
  setWebhook: {
    summary:
      "Sets where notices are sent; the secret that signs them (standardwebhooks.com) is told once, when it is made",
    errors: ["input-invalid", "operator-frozen"],
  },
  removeWebhook: {
    summary: "Sends no notices to programs any more",
    errors: ["input-invalid", "webhook-missing", "operator-frozen"],
  },
  testWebhook: {
    summary: "Sends a test message once, and says what came of it",
    errors: ["webhook-missing"],
  },
} as const satisfies DocsOf<typeof MONITORING_ENDPOINTS>;
