import * as v from "valibot";
import { FEATURES, INTERFACE_DEFAULTS } from "./interface-defaults.ts";
import { reasonText } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";

/** Where each of the four services keeps what belongs to somebody: a link that says its name leads there. */
const SOCIAL_HOSTS = {
  twitter: ["twitter.com", "x.com"],
  github: ["github.com"],
  linkedin: ["linkedin.com"],
  telegram: ["t.me", "telegram.me", "telegram.org"],
} as const;
export type SocialService = keyof typeof SOCIAL_HOSTS;
export const SOCIAL_SERVICES = Object.keys(SOCIAL_HOSTS) as readonly SocialService[];

/** Whether it is a web address that a link may have: https alone, of a named site, without anybody's name or password in it. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    /\.[a-z-]{2,}$/i.test(url.hostname) &&
    /^[\x21-\x7e]+$/.test(text)
  );
}

const isEmail = (text: string): boolean => /^[\w.+-]+@[a-z0-9.-]+\.[a-z]{2,}$/i.test(text);

const Typed = v.pipe(v.string(), v.trim(), v.maxLength(200, says("at-most", { most: 200 })));
/** What follows is put behind it. */
const ExplorerUrl = v.pipe(
  Typed,
  v.check((text) => isWebAddress(text) && !/[?#]/.test(text), says("web-address")),
);
const SupportAddress = v.pipe(
  Typed,
  v.check((text) => isEmail(text) || isWebAddress(text), says("support-address")),
);
const SocialLink = (service: SocialService) =>
  v.nullable(
    v.pipe(
      Typed,
      v.check(
        (text) => isWebAddress(text) && isOf(new URL(text).hostname, SOCIAL_HOSTS[service]),
        says("social-link", { site: SOCIAL_HOSTS[service][0] }),
      ),
    ),
  );
const SocialLinks = v.strictObject({
  twitter: SocialLink("twitter"),
  github: SocialLink("github"),
  linkedin: SocialLink("linkedin"),
  telegram: SocialLink("telegram"),
});
const HiddenFeatures = v.pipe(
  v.array(v.picklist(FEATURES)),
  v.maxLength(FEATURES.length),
  v.transform((features) => FEATURES.filter((feature) => features.includes(feature))),
);

function isOf(host: string, sites: readonly string[]): boolean {
  return sites.some((site) => host === site || host.endsWith(`.${site}`));
}

/** Everything of the screens that operators set; each is a row of `ui_config` under its own key. */
export const InterfaceSettings = v.strictObject({
  /** The block explorer that transactions are shown in; null for none. */
  explorerUrl: v.nullable(ExplorerUrl),
  /** Null for one that is not linked to. */
  socialLinks: SocialLinks,
  /** An email or web address where people are helped; null for none. */
  supportAddress: v.nullable(SupportAddress),
  hiddenFeatures: HiddenFeatures,
});
export type InterfaceSettings = v.InferOutput<typeof InterfaceSettings>;
export type InterfaceKey = keyof InterfaceSettings;
export const INTERFACE_KEYS = Object.keys(InterfaceSettings.entries) as readonly InterfaceKey[];

/** One of them. */
export const InterfaceSetting = v.variant("key", [
  v.strictObject({ key: v.literal("explorerUrl"), value: InterfaceSettings.entries.explorerUrl }),
  v.strictObject({ key: v.literal("socialLinks"), value: InterfaceSettings.entries.socialLinks }),
  v.strictObject({ key: v.literal("supportAddress"), value: InterfaceSettings.entries.supportAddress }),
  v.strictObject({ key: v.literal("hiddenFeatures"), value: InterfaceSettings.entries.hiddenFeatures }),
]);
export type InterfaceSetting = v.InferOutput<typeof InterfaceSetting>;

/** As a row keeps it: a text is itself, empty for none; all else is JSON. */
export function settingText({ value }: InterfaceSetting): string {
  return value === null || typeof value === "string" ? (value ?? "") : JSON.stringify(value);
}

interface ConfigRow {
  readonly configKey: string;
  readonly configValue: string;
}

/** What the rows say, where they say what is one; the default for all else, as whoever wrote them may not have been the server. */
export function settingsIn(rows: readonly ConfigRow[]): InterfaceSettings {
  const said = rows.flatMap(({ configKey: key, configValue }) => {
    const { success, output } = v.safeParse(InterfaceSetting, { key, value: valueIn(configValue) });
    return success ? [[output.key, output.value] as const] : [];
  });
  return { ...INTERFACE_DEFAULTS, hiddenFeatures: [], ...Object.fromEntries(said) };
}

function valueIn(text: string): unknown {
  if (text === "") return null;
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it sends people to an address to which nothing sent them before. */
export function leadsElsewhere(former: InterfaceSetting, setting: InterfaceSetting): boolean {
  const known = addressesIn(former);
  return addressesIn(setting).some((address) => !known.includes(address));
}

function addressesIn({ key, value }: InterfaceSetting): readonly string[] {
  if (key === "hiddenFeatures" || value === null) return [];
  return typeof value === "string" ? [value] : Object.values(value).filter((link) => link !== null);
}

/** `former` is what the operator saw. */
export const SetInterfaceInput = v.strictObject({
  setting: InterfaceSetting,
  former: InterfaceSetting,
  reason: reasonText(500),
});
export type SetInterfaceInput = v.InferOutput<typeof SetInterfaceInput>;

export const InterfaceOutput = v.strictObject({
  settings: InterfaceSettings,
  /** Those that nobody set. */
  defaults: v.array(v.picklist(INTERFACE_KEYS)),
});
export type InterfaceOutput = v.InferOutput<typeof InterfaceOutput>;
