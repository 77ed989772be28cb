import { t } from "@lingui/core/macro";
import { UNKNOWN_DEVICE } from "#schemas/describe-device.ts";

/** A device as `describeDevice` tells of it, in the language that is shown. */
export function deviceWords(described: string): string {
  if (described === UNKNOWN_DEVICE) return t`Unknown device`;
  const { browser, system } = /^(?<browser>.+) on (?<system>.+)$/.exec(described)?.groups ?? {};
  return browser === undefined || system === undefined ? described : t`${browser} on ${system}`;
}
