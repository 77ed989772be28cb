import { t } from "@lingui/core/macro";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { ReconciliationOutput } from "#schemas/reconciliation.ts";

/** `XLM`, or a code with its issuer shortened. */
export function assetWords(asset: string): string {
  const { assetCode, issuer } = assetOf(asset);
  return issuer === "" ? assetCode : `${assetCode} · ${shortenAddress(issuer)}`;
}

/** An asset as the books write it, `XLM` or `CODE-ISSUER`. */
export function assetOf(asset: string): { readonly assetCode: string; readonly issuer: string } {
  const [assetCode = "", issuer = ""] = asset.split("-");
  return { assetCode, issuer };
}

export function differenceWords(what: ReconciliationOutput["differences"][number]["what"]): string {
  switch (what) {
    case "balance":
      return t({ message: "Balance", context: "what differs" });
    case "shown":
      return t({ message: "What its owner is shown", context: "what differs" });
    case "reserves":
      return t({ message: "Reserves", context: "what differs" });
    case "existence":
      return t({ message: "Whether there is such an account", context: "what differs" });
    case "owed":
      return t({ message: "What is owed", context: "what differs" });
  }
}
