import { t } from "@lingui/core/macro";
import { proofWords, warningsOf } from "#pwa/parts/assets/facts-words.ts";
import { worthOf } from "#pwa/parts/assets/worth.ts";
import { isDisguised, plainLetters } from "#pwa/ui/foreign-text.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import type { Claimable } from "./claim-words.ts";

/** What is known about who set something aside, and about its asset. */
export interface SpamFacts {
  /** Whether the person has a name for who did it. */
  readonly isKnown: boolean;
  /** Whether this service lists the asset; null while nobody told. XLM counts as listed. */
  readonly isListed: boolean | null;
  /** Null while nobody told: that means nothing. */
  readonly price: AssetPrice | null;
  /** Null while they are not looked up. */
  readonly facts: AssetFacts | null;
  /** What the network keeps aside for it and takes as its fee, in stroops of XLM; null while it is not looked up. */
  readonly cost: bigint | null;
}

export interface SpamHint {
  /** What speaks against it, a sentence each, the gravest first. */
  readonly signs: readonly string[];
  /** Whether that is enough to call it what it probably is. */
  readonly isLikely: boolean;
  /** Whether it is a stranger's, and nobody has told yet that it is worth anything. */
  readonly isDoubtful: boolean;
}

const CENT = 100_000n;
/** About a cent, where XLM has no price in USD. */
const DUST_XLM = 500_000n;
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const A_SITE = /https?:|www\.|[a-z0-9-]{2,}\.(?:com|net|org|io|co|app|xyz|info|finance|gift|live|site|online)\b/i;

/** What speaks against claiming something. Whoever is known is trusted with what they send, not with what it is worth. */
export function spamHint(claimable: Pick<Claimable, "amount" | "assetCode" | "memo">, known: SpamFacts): SpamHint {
  const { isKnown, isListed, facts, price } = known;
  const { assetCode } = claimable;
  const usd = worthOf(claimable.amount, price, "usd");
  const xlm = worthOf(claimable.amount, price, "xlm");
  const isUnpriced = price !== null && usd === null && xlm === null;
  const isDust = usd !== null ? usd < CENT : xlm !== null && xlm < DUST_XLM;
  const isCostly = known.cost !== null && xlm !== null && known.cost > xlm;
  const namesSite = !isKnown && holdsSite(claimable.memo);
  const isHiding = !isKnown && isDisguised(claimable.memo);
  const proof = facts === null || facts.isListed ? null : proofWords(facts);
  const [namesake] = facts === null || facts.namesake === null ? [] : warningsOf(facts);
  const signs = [
    namesake ?? null,
    namesSite ? t`Its memo names a site. Open no site that a stranger tells you to.` : null,
    isHiding ? t`Its memo has hidden marks in it, which make a text look like another.` : null,
    isKnown ? null : t`You do not know who sent it.`,
    isListed === false ? t`${assetCode} is not listed here.` : null,
    isUnpriced ? t`No market says that it is worth anything.` : null,
    isDust ? t`It is worth less than a cent.` : null,
    isCostly && !isDust ? t`Claiming it takes more XLM than it is worth.` : null,
    proof?.tone === "warn" ? proof.text : null,
  ].filter((sign) => sign !== null);
  const isWorthless = isUnpriced || isDust;
  const isLikely =
    !isKnown && (namesSite || isHiding || namesake !== undefined || isDust || (isListed === false && isWorthless));
  const isDoubtful = !isKnown && !isLikely && isListed !== true && price === null;
  return { signs: isKnown && !isWorthless && namesake === undefined ? [] : signs, isLikely, isDoubtful };
}

/** Whether a memo names a site to the eye, whatever its letters are and in whichever direction they are shown. */
function holdsSite(memo: string): boolean {
  const letters = plainLetters(memo);
  return A_SITE.test(letters) || (TURNING.test(memo) && A_SITE.test([...letters].toReversed().join("")));
}
