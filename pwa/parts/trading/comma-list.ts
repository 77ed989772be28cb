import { t } from "@lingui/core/macro";

/** Short statements about one thing, one after another: "3 of 10, next in 5 minutes"; empty ones are left out. */
export function commaList(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return said.length === 0 ? "" : said.reduce((former, next) => t`${former}, ${next}`);
}
