import { parse } from "smol-toml";
import { AppError } from "#schemas/errors.ts";
import { ACCOUNT_PATTERN } from "#schemas/values/fields.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { plainText } from "./plain-text.ts";
import { OutsideError, type ReadBounds, readPublicText } from "./read-public.ts";

/** An asset as a site describes it; texts are cut and cleaned, and true only as far as the site is. */
export interface DescribedAsset {
  readonly assetCode: string;
  readonly issuer: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly conditions: string | null;
  /** Where its picture lies; an https address. */
  readonly image: string | null;
}

/** What a site's stellar.toml (SEP-1) says of it. */
export interface StellarToml {
  /** The network it is about; null where it does not say. */
  readonly passphrase: string | null;
  readonly organisation: string | null;
  readonly federationServer: string | null;
  /** Those on the ledger, by code and issuer; at most 100. */
  readonly assets: readonly DescribedAsset[];
}

/** Reads the stellar.toml of a domain. Throws `domain-malformed` and `domain-unreadable`. */
export type ReadStellarToml = (domain: string) => Promise<StellarToml>;

/** SEP-1 lets a file have 100 KB. */
const BOUNDS: ReadBounds = { maxBytes: 100 * 1024, timeoutMs: 5000 };
/** Files name numbers greater than JavaScript's, which are of no interest here. */
const PARSING = { integersAsBigInt: "asNeeded", unsafeKeyBehaviour: "drop", maxDepth: 20 } as const;
const MAX_ASSETS = 100;
const KEPT_MS = 10 * 60 * 1000;
const FAILURE_KEPT_MS = 60 * 1000;
const MAX_KEPT = 500;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

interface Kept {
  readonly until: number;
  readonly reading: Promise<StellarToml>;
}

/** A reader that asks each site once in a while, however many people want to know. `read` is how the outside is reached. */
export function stellarTomlReader(
  clock: Clock,
  read: (url: string, bounds: ReadBounds) => Promise<string> = readPublicText,
): ReadStellarToml {
  const kept = new Map<string, Kept>();

  function keep(domain: string, entry: Kept): void {
    kept.delete(domain);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(domain, entry);
  }

  return async (asked) => {
    const domain = domainNamed(asked);
    if (domain === null) throw new AppError("domain-malformed");
    const now = clock.now().getTime();
    const known = kept.get(domain);
    if (known && known.until > now) return known.reading;
    const reading = readToml(domain, read);
    keep(domain, { until: now + KEPT_MS, reading });
    reading.catch(() => keep(domain, { until: now + FAILURE_KEPT_MS, reading }));
    return reading;
  };
}

/** A domain in the one spelling that DNS knows; null for numbers, ports, paths and single words. */
export function domainNamed(text: string): string | null {
  const url = URL.parse(`https://${text.trim()}`);
  if (!url || url.href !== `https://${url.hostname}/`) return null;
  const domain = url.hostname.replace(/\.$/, "");
  const labels = domain.split(".");
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
  return isName && domain.length <= 253 ? domain : null;
}

async function readToml(domain: string, read: (url: string, bounds: ReadBounds) => Promise<string>) {
  try {
    const text = await read(`https://${domain}/.well-known/stellar.toml`, BOUNDS);
    return shaped(parse(text, PARSING));
  } catch (error) {
    const { problem, number } = error instanceof OutsideError ? error : { problem: "toml", number: 0 };
    throw new AppError("domain-unreadable", { domain, problem, number }, { cause: error });
  }
}

function shaped(toml: Readonly<Record<string, unknown>>): StellarToml {
  const currencies: unknown[] = Array.isArray(toml["CURRENCIES"]) ? toml["CURRENCIES"] : [];
  return {
    passphrase: plainText(toml["NETWORK_PASSPHRASE"], 200),
    organisation: plainText(fieldsOf(toml["DOCUMENTATION"])["ORG_NAME"], 80),
    federationServer: plainText(toml["FEDERATION_SERVER"], 500),
    assets: currencies.slice(0, MAX_ASSETS).flatMap(describedAsset),
  };
}

function describedAsset(currency: unknown): DescribedAsset[] {
  const { code, issuer, name, desc, conditions, image } = fieldsOf(currency);
  if (typeof code !== "string" || !/^[a-zA-Z0-9]{1,12}$/.test(code)) return [];
  if (typeof issuer !== "string" || !ACCOUNT_PATTERN.test(issuer)) return [];
  return [
    {
      assetCode: code,
      issuer,
      name: plainText(name, 60),
      description: plainText(desc, 400),
      conditions: plainText(conditions, 400),
      image: secureAddress(plainText(image, 300)),
    },
  ];
}

function secureAddress(text: string | null): string | null {
  return text !== null && URL.parse(text)?.protocol === "https:" ? text : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
