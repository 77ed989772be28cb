import { t } from "@lingui/core/macro";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";

export interface Words {
  readonly tone: "info" | "warn" | "good";
  readonly text: string;
}

/** What the issuer can do to whoever holds the asset, a sentence each. */
export function powerWords({ powers, isIssuerGone }: Pick<AssetFacts, "powers" | "isIssuerGone">): readonly string[] {
  if (isIssuerGone) return [t`The issuer has closed its account. Nobody makes this asset or takes it back any more.`];
  const able = [
    powers.mustAdmit ? t`The issuer has to let you in before you can receive it.` : null,
    powers.canFreeze ? t`The issuer can freeze what you hold, so that you cannot send it.` : null,
    powers.canTakeBack ? t`The issuer can take back what you hold.` : null,
  ].filter((sentence) => sentence !== null);
  if (able.length === 0)
    return [
      powers.isFinal
        ? t`The issuer has no power over what you hold, and can never claim any.`
        : t`The issuer has no power over what you hold at present. It could still claim some.`,
    ];
  return powers.isFinal ? [...able, t`The issuer can change none of this any more.`] : able;
}

/** Where an asset comes from, in a word or two: the site that vouches for it, or else its issuer. */
export function originOf(issuer: string, facts: Pick<AssetFacts, "homeDomain" | "proof"> | null): string {
  if (issuer === "") return t`Stellar Lumens`;
  return (facts?.proof === "mutual" ? facts.homeDomain : null) ?? shortenAddress(issuer);
}

/** Whether the issuer and the site it names speak of each other. */
export function proofWords({ homeDomain: named, proof }: Pick<AssetFacts, "homeDomain" | "proof">): Words {
  const homeDomain = named ?? "";
  switch (proof) {
    case "mutual":
      return { tone: "good", text: t`${homeDomain} confirms that this asset is its own.` };
    case "one-sided":
      return {
        tone: "warn",
        text: t`The issuer names ${homeDomain}, but that site does not list this asset. Anyone can name any site.`,
      };
    case "unread":
      return {
        tone: "warn",
        text: t`The issuer names ${homeDomain}. Whether that is true could not be read from there.`,
      };
    case "none":
      return { tone: "warn", text: t`The issuer names no site that would vouch for this asset.` };
  }
}

/** What a person must know before adding the asset; the gravest first. */
export function warningsOf(facts: AssetFacts): readonly string[] {
  const proof = proofWords(facts);
  return [
    namesakeWords(facts),
    proof.tone === "warn" && !facts.isListed ? proof.text : null,
    facts.powers.canTakeBack ? t`The issuer can take back what you hold.` : null,
    facts.powers.mustAdmit ? t`The issuer has to let you in before you can receive it.` : null,
  ].filter((sentence) => sentence !== null);
}

function namesakeWords({ namesake }: AssetFacts): string | null {
  if (namesake === null) return null;
  return namesake === "XLM"
    ? t`This is not XLM, the network's own coin. It only carries a similar name.`
    : t`This is not the ${namesake} that is listed here. It only carries a similar name.`;
}
