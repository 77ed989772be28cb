import type { Feature } from "#schemas/interface-defaults.ts";
import type { InterfaceKey, InterfaceSettings, SocialService } from "#schemas/interface.ts";

/** The settings as they are typed; an empty text stands for none. */
export interface SettingDraft {
  readonly explorerUrl: string;
  readonly supportAddress: string;
  readonly socialLinks: Readonly<Record<SocialService, string>>;
  readonly hiddenFeatures: readonly Feature[];
}

export function draftOf({ explorerUrl, supportAddress, socialLinks, hiddenFeatures }: InterfaceSettings): SettingDraft {
  const { twitter, github, linkedin, telegram } = socialLinks;
  return {
    explorerUrl: explorerUrl ?? "",
    supportAddress: supportAddress ?? "",
    socialLinks: {
      twitter: twitter ?? "",
      github: github ?? "",
      linkedin: linkedin ?? "",
      telegram: telegram ?? "",
    },
    hiddenFeatures,
  };
}

/** The one that was changed, yet to be read by its schema. */
export function settingOf(key: InterfaceKey, draft: SettingDraft) {
  if (key === "hiddenFeatures") return { key, value: [...draft.hiddenFeatures] };
  if (key !== "socialLinks") return { key, value: orNone(draft[key]) };
  const { twitter, github, linkedin, telegram } = draft.socialLinks;
  return {
    key,
    value: {
      twitter: orNone(twitter),
      github: orNone(github),
      linkedin: orNone(linkedin),
      telegram: orNone(telegram),
    },
  };
}

function orNone(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
