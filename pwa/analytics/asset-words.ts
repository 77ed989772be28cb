import { shortenAddress } from "#pwa/ui/format.ts";

/** Cuts `XLM` or `CODE-ISSUER`; the issuer of XLM is empty. */
export function assetOf(key: string): { readonly assetCode: string; readonly issuer: string } {
  const [assetCode = "", issuer = ""] = key.split("-");
  return { assetCode, issuer };
}

/** An asset in words: its code, and its issuer where another in `all` has the same code. */
export function assetWords(key: string, all: readonly string[]): string {
  const { assetCode, issuer } = assetOf(key);
  const hasNamesake = all.some((other) => other !== key && assetOf(other).assetCode === assetCode);
  return hasNamesake && issuer !== "" ? `${assetCode} (${shortenAddress(issuer)})` : assetCode;
}
