import { t } from "@lingui/core/macro";
/** The parts of the settings that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const SETTINGS_SECTIONS = [
  {
    id: "settings-look",
    get title() {
      return t`Appearance`;
    },
    get also() {
      return t({ message: "theme dark light mode colours", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-language",
    get title() {
      return t`Language`;
    },
    get also() {
      return t({ message: "translation numbers dates format", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-notify",
    get title() {
      return t`Notifications`;
    },
    get also() {
      return t({ message: "push mail messages alerts", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-security",
    get title() {
      return t`Security of payments`;
    },
    get also() {
      return t({ message: "limits password", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-device",
    get title() {
      return t`Data on this device`;
    },
    get also() {
      return t({ message: "storage export sync rebuild remove", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-lock",
    get title() {
      return t`App lock`;
    },
    get also() {
      return t({ message: "PIN passkey encrypt", comment: "words to find a part of the settings by" });
    },
  },
  {
    id: "settings-install",
    get title() {
      return t`Install the app`;
    },
    get also() {
      return t({ message: "home screen dock", comment: "words to find a part of the settings by" });
    },
  },
] as const;
