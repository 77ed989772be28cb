import { plural, t } from "@lingui/core/macro";
import type { ClaimHolding } from "#pwa/parts/assets/whole.ts";
import { formatAmountText } from "#pwa/ui/format.ts";

/** Below a cent it is what strangers set aside to be read, not to be claimed. */
const CENT = 100_000n;
/** About a cent, where XLM has no price. */
const DUST_XLM = 500_000n;

/** What waits to be claimed and is worth anything: "12 USDC and 3 XLM are set aside for you."; null where there is none. */
export function claimsWords(claims: readonly ClaimHolding[]): string | null {
  const worthy = claims.filter(({ row, usd, xlm }) =>
    usd === null ? row.issuer === "" && (xlm ?? 0n) >= DUST_XLM : usd >= CENT,
  );
  const amounts = worthy.map(({ row }) => `${formatAmountText(row.amount)} ${row.assetCode}`);
  if (amounts.length === 0) return null;
  const [first = "", second = "", ...others] = amounts;
  if (amounts.length === 1) return t`${first} is set aside for you.`;
  if (others.length === 0) return t`${first} and ${second} are set aside for you.`;
  const left = others.length;
  return plural(left, {
    one: `${first}, ${second} and one more are set aside for you.`,
    other: `${first}, ${second} and # more are set aside for you.`,
  });
}
